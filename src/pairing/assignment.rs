//! Cheapest assignments of rows to columns, with one pair after another fixed within a budget.
//!
//! Rows and columns carry potentials, so that every cost less its two potentials is not negative, and zero for assigned
//! pairs. Whether a pair can be fixed is one search for the cheapest alternating path, cut off at the budget.

const NONE: usize = usize::MAX;

/// The cost of a pair that must not be.
pub(super) const NEVER: u32 = u32::MAX;

/// A cheapest complete assignment of `size` rows to `size` columns.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    size: usize,
    cost: Vec<u32>,
    total: i64,
    column_of: Vec<usize>,
    row_of: Vec<usize>,
    row_potential: Vec<i64>,
    column_potential: Vec<i64>,
    /// Columns of fixed pairs take no part in further searches.
    fixed: Vec<bool>,
}

/// A search from one row: how far each column is, and from which column its row was reached.
struct Paths {
    distance: Vec<i64>,
    before: Vec<usize>,
    settled: Vec<usize>,
}

impl Assignment {
    /// The cheapest complete assignment, if there is one.
    pub fn new(size: usize, cost: impl Fn(usize, usize) -> u32) -> Option<Assignment> {
        let cells = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        let mut assignment = Assignment {
            size,
            cost: cells.map(|(row, column)| cost(row, column)).collect(),
            total: 0,
            column_of: vec![NONE; size],
            row_of: vec![NONE; size],
            row_potential: vec![0; size],
            column_potential: vec![0; size],
            fixed: vec![false; size],
        };
        for row in 0..size {
            let free = |&column: &usize| {
                assignment.cost[row * size + column] == 0 && assignment.row_of[column] == NONE
            };
            if let Some(column) = (0..size).find(free) {
                assignment.column_of[row] = column;
                assignment.row_of[column] = row;
            }
        }
        for row in 0..size {
            if assignment.column_of[row] == NONE {
                assignment.detour(row, i64::MAX)?;
            }
        }
        let paid = |row: usize| i64::from(assignment.cost[row * size + assignment.column_of[row]]);
        assignment.total = (0..size).map(paid).sum();
        Some(assignment)
    }

    /// What the assignment costs, the fixed pairs included.
    pub fn total(&self) -> i64 {
        self.total
    }

    /// The column of a row.
    pub fn column(&self, row: usize) -> usize {
        self.column_of[row]
    }

    /// Fixes a pair if there is an assignment with it and all fixed before that costs no more than the budget.
    pub fn fix(&mut self, row: usize, column: usize, budget: i64) -> bool {
        let Some(extra) = self.reduced(row, column) else {
            return false;
        };
        let old = self.column_of[row];
        let slack = budget - self.total - extra;
        if old == column {
            self.fixed[column] = true;
            return true;
        }
        if slack < 0 {
            return false;
        }
        let other = self.row_of[column];
        self.fixed[column] = true;
        (self.row_of[old], self.column_of[other]) = (NONE, NONE);
        (self.column_of[row], self.row_of[column]) = (column, row);
        match self.detour(other, slack) {
            Some(detour) => {
                self.total += extra + detour;
                true
            }
            None => {
                self.fixed[column] = false;
                (self.column_of[row], self.row_of[old]) = (old, row);
                (self.column_of[other], self.row_of[column]) = (column, other);
                false
            }
        }
    }

    /// A cost less its potentials; `None` where the pair must not be.
    fn reduced(&self, row: usize, column: usize) -> Option<i64> {
        let cost = self.cost[row * self.size + column];
        let potentials = self.row_potential[row] + self.column_potential[column];
        (cost != NEVER).then(|| i64::from(cost) - potentials)
    }

    /// Finds the cheapest way to assign a row, in reduced costs and up to a limit, and takes it.
    fn detour(&mut self, row: usize, limit: i64) -> Option<i64> {
        let mut paths = Paths {
            distance: vec![i64::MAX; self.size],
            before: vec![NONE; self.size],
            settled: Vec::new(),
        };
        let mut settled = vec![false; self.size];
        let (mut from, mut at, mut last) = (row, 0, NONE);
        let end = loop {
            let mut nearest = NONE;
            for column in (0..self.size).filter(|&column| !settled[column] && !self.fixed[column]) {
                if let Some(step) = self.reduced(from, column)
                    && at + step < paths.distance[column]
                {
                    paths.distance[column] = at + step;
                    paths.before[column] = last;
                }
                if nearest == NONE || paths.distance[column] < paths.distance[nearest] {
                    nearest = column;
                }
            }
            if nearest == NONE || paths.distance[nearest] == i64::MAX {
                return None;
            }
            if paths.distance[nearest] > limit {
                return None;
            }
            at = paths.distance[nearest];
            if self.row_of[nearest] == NONE {
                break nearest;
            }
            settled[nearest] = true;
            paths.settled.push(nearest);
            (from, last) = (self.row_of[nearest], nearest);
        };
        self.raise(row, at, &paths);
        self.flip(row, end, &paths);
        Some(at)
    }

    /// Changes the potentials so that the cheapest path becomes free.
    fn raise(&mut self, row: usize, length: i64, paths: &Paths) {
        self.row_potential[row] += length;
        for &column in &paths.settled {
            let change = length - paths.distance[column];
            self.column_potential[column] -= change;
            self.row_potential[self.row_of[column]] += change;
        }
    }

    fn flip(&mut self, row: usize, end: usize, paths: &Paths) {
        let mut column = end;
        loop {
            let before = paths.before[column];
            let owner = if before == NONE {
                row
            } else {
                self.row_of[before]
            };
            self.row_of[column] = owner;
            self.column_of[owner] = column;
            if before == NONE {
                return;
            }
            column = before;
        }
    }
}
