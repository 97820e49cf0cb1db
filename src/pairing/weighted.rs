//! Matchings of the greatest weight in general graphs: Edmonds' blossoms with dual variables, in cubic time.
//!
//! Nodes are the vertices `0..n` and, above them, blossoms: odd cycles shrunk to one node. Every vertex has a dual value;
//! an edge is tight when its two duals sum to twice its weight. Only tight edges are used, and the duals change until
//! the tight edges suffice. The matching is complete when the exposed vertices' duals reach zero.
//!
//! The time depends on the graph and its weights far more than on its size, so that a bound on the size alone would either
//! let some take minutes or refuse most that take no time. Work is counted instead, the same on every machine.

mod blossoms;

use super::weight::Weight;
use std::cell::Cell;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Free,
    /// At even distance from an exposed vertex: its edges are searched.
    Even,
    Odd,
}

/// The most bytes the weights of one graph may take.
const BYTES_MAX: usize = 64 << 20;

/// Work that may still be done, in units of about a nanosecond (measured: 0.7 to 1.1).
#[derive(Debug)]
pub(super) struct Budget(Cell<u64>);

impl Budget {
    pub fn new(units: u64) -> Budget {
        Budget(Cell::new(units))
    }

    /// Starts again with so many units.
    pub fn renew(&self, units: u64) {
        self.0.set(units);
    }

    /// What is left.
    pub fn left(&self) -> u64 {
        self.0.get()
    }

    fn spend(&self, units: u64) {
        self.0.set(self.0.get().saturating_sub(units));
    }
}

/// The mate of every vertex in a matching of greatest weight; `None` for a vertex left out. A weight of zero or less
/// is no edge. No answer at all where the budget does not suffice.
pub(super) fn heaviest<W: Weight>(
    size: usize,
    weight: impl Fn(usize, usize) -> W,
    budget: &Budget,
) -> Option<Vec<Option<usize>>> {
    let words = size.checked_mul(size)?.checked_mul(W::WORDS)?;
    if words > BYTES_MAX / 8 {
        return None;
    }
    budget.spend(words as u64);
    let mut solver = Solver::new(size, weight);
    while budget.left() > 0 && solver.phase(budget) {}
    let mates = solver.mate[..size].iter();
    let mates = mates.map(|&mate| (mate != NONE).then_some(mate as usize));
    (budget.left() > 0).then(|| mates.collect())
}

struct Solver<W> {
    size: usize,
    /// The number of node names: vertices and blossoms.
    room: usize,
    weight: Vec<W>,
    dual: Vec<W>,
    /// For two nodes the tightest edge between them, as a vertex in the first and a vertex in the second.
    edge: Vec<(u32, u32)>,
    /// The vertex at the other end of a node's matched edge.
    mate: Vec<u32>,
    /// The outermost node around a node; `NONE` for a blossom name not in use.
    outer: Vec<u32>,
    label: Vec<Label>,
    /// For an odd node the even vertex it was reached from.
    reached_from: Vec<u32>,
    /// For a node the even vertex with the tightest edge to it.
    closest: Vec<u32>,
    /// A blossom's nodes around its cycle, the base first.
    cycle: Vec<Vec<u32>>,
    /// Which child of a blossom holds a vertex: `child[blossom * size + vertex]`.
    child: Vec<u32>,
    queue: std::collections::VecDeque<u32>,
    /// Marks for finding where two branches meet.
    seen: Vec<u32>,
    stamp: u32,
    /// Nodes looked at since this was last paid for.
    looked_at: usize,
    /// Slacks of edges calculated since then.
    calculated: Cell<usize>,
}

impl<W: Weight> Solver<W> {
    fn new(size: usize, weight: impl Fn(usize, usize) -> W) -> Solver<W> {
        // A blossom holds at least three nodes, so fewer than half as many blossoms as vertices can be nested.
        let room = size + size / 2 + 1;
        let mut weights = vec![W::ZERO; size * size];
        let mut edge = vec![(NONE, NONE); room * room];
        let mut greatest = W::ZERO;
        for a in 0..size {
            for b in 0..a {
                let value = weight(b, a);
                if value > W::ZERO {
                    weights[a * size + b] = value;
                    weights[b * size + a] = value;
                    edge[a * room + b] = (a as u32, b as u32);
                    edge[b * room + a] = (b as u32, a as u32);
                    greatest = greatest.max(value);
                }
            }
        }
        let mut dual = vec![greatest; size];
        dual.resize(room, W::ZERO);
        let mut outer: Vec<u32> = (0..size as u32).collect();
        outer.resize(room, NONE);
        Solver {
            size,
            room,
            weight: weights,
            dual,
            edge,
            mate: vec![NONE; room],
            outer,
            label: vec![Label::Free; room],
            reached_from: vec![NONE; room],
            closest: vec![NONE; room],
            cycle: vec![Vec::new(); room],
            child: vec![NONE; room * size],
            queue: std::collections::VecDeque::new(),
            seen: vec![0; room],
            stamp: 0,
            looked_at: 0,
            calculated: Cell::new(0),
        }
    }

    fn edge(&self, a: u32, b: u32) -> (u32, u32) {
        self.edge[a as usize * self.room + b as usize]
    }

    /// How far two vertices' edge is from tight.
    fn slack(&self, (a, b): (u32, u32)) -> W {
        self.calculated.set(self.calculated.get() + 1);
        let (a, b) = (a as usize, b as usize);
        let weight = self.weight[a * self.size + b];
        self.dual[a].plus(self.dual[b]).minus(weight).minus(weight)
    }

    fn top(&self, node: u32) -> u32 {
        self.outer[node as usize]
    }

    fn is_blossom(&self, node: u32) -> bool {
        node as usize >= self.size
    }

    /// Outermost nodes.
    fn tops(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.room as u32).filter(|&node| self.outer[node as usize] == node)
    }

    fn note_closest(&mut self, even: u32, node: u32) {
        let edge = self.edge(even, node);
        if edge.0 == NONE {
            return;
        }
        let known = self.closest[node as usize];
        if known == NONE || self.slack(edge) < self.slack(self.edge(known, node)) {
            self.closest[node as usize] = even;
        }
    }

    fn find_closest(&mut self, node: u32) {
        self.looked_at += self.size;
        self.closest[node as usize] = NONE;
        for vertex in 0..self.size as u32 {
            let top = self.top(vertex);
            if top != node && self.label[top as usize] == Label::Even {
                self.note_closest(vertex, node);
            }
        }
    }

    /// Makes a node even and its vertices to be searched.
    fn make_even(&mut self, node: u32) {
        self.label[node as usize] = Label::Even;
        self.enqueue(node);
    }

    fn enqueue(&mut self, node: u32) {
        if !self.is_blossom(node) {
            self.queue.push_back(node);
            return;
        }
        for index in 0..self.cycle[node as usize].len() {
            self.enqueue(self.cycle[node as usize][index]);
        }
    }

    fn set_outer(&mut self, node: u32, outer: u32) {
        self.outer[node as usize] = outer;
        if self.is_blossom(node) {
            for index in 0..self.cycle[node as usize].len() {
                self.set_outer(self.cycle[node as usize][index], outer);
            }
        }
    }

    /// Turns the way around a blossom so that the given child lies an even number of steps from the base.
    fn even_place(&mut self, blossom: u32, child: u32) -> usize {
        let cycle = &mut self.cycle[blossom as usize];
        let place = cycle.iter().position(|&node| node == child);
        let place = place.expect("a blossom holds its children");
        if place % 2 == 0 {
            return place;
        }
        cycle[1..].reverse();
        cycle.len() - place
    }

    /// Matches node `a` to node `b` from `a`'s side, and inside `a` what follows from it.
    fn match_to(&mut self, a: u32, b: u32) {
        let (inner, other) = self.edge(a, b);
        self.mate[a as usize] = other;
        if !self.is_blossom(a) {
            return;
        }
        let child = self.child[a as usize * self.size + inner as usize];
        let place = self.even_place(a, child);
        for index in 0..place {
            let (node, next) = (
                self.cycle[a as usize][index],
                self.cycle[a as usize][index ^ 1],
            );
            self.match_to(node, next);
        }
        self.match_to(child, b);
        self.cycle[a as usize].rotate_left(place);
    }

    /// Flips the path from an even node to its root, beginning with the new pair `a`-`b`.
    fn flip(&mut self, mut a: u32, mut b: u32) {
        loop {
            let old = self.mate[a as usize];
            self.match_to(a, b);
            if old == NONE {
                return;
            }
            let odd = self.top(old);
            let even = self.top(self.reached_from[odd as usize]);
            self.match_to(odd, even);
            (a, b) = (even, odd);
        }
    }

    /// The even node above an even node, or `NONE` at a root.
    fn above(&self, even: u32) -> u32 {
        match self.mate[even as usize] {
            NONE => NONE,
            mate => self.top(self.reached_from[self.top(mate) as usize]),
        }
    }

    /// Where the branches of two even nodes meet, or `NONE` if they have different roots.
    fn meeting(&mut self, mut a: u32, mut b: u32) -> u32 {
        self.stamp += 1;
        while a != NONE || b != NONE {
            if a != NONE {
                if self.seen[a as usize] == self.stamp {
                    return a;
                }
                self.seen[a as usize] = self.stamp;
                a = self.above(a);
            }
            std::mem::swap(&mut a, &mut b);
        }
        NONE
    }

    /// Uses a tight edge from an even vertex to another outermost node; true if it completed a path.
    fn use_edge(&mut self, (from, to): (u32, u32)) -> bool {
        let (even, node) = (self.top(from), self.top(to));
        match self.label[node as usize] {
            Label::Free => {
                self.reached_from[node as usize] = from;
                self.label[node as usize] = Label::Odd;
                let next = self.top(self.mate[node as usize]);
                self.closest[node as usize] = NONE;
                self.closest[next as usize] = NONE;
                self.make_even(next);
                false
            }
            Label::Even => {
                let base = self.meeting(even, node);
                if base == NONE {
                    self.flip(even, node);
                    self.flip(node, even);
                    return true;
                }
                self.shrink(from, base, to);
                false
            }
            Label::Odd => false,
        }
    }

    /// Searches the edges of the even vertices in the queue; true if a path was completed.
    fn search(&mut self) -> bool {
        while let Some(vertex) = self.queue.pop_front() {
            if self.label[self.top(vertex) as usize] == Label::Odd {
                continue;
            }
            self.looked_at += self.size;
            for other in 0..self.size as u32 {
                let node = self.top(other);
                if self.edge(vertex, other).0 == NONE || node == self.top(vertex) {
                    continue;
                }
                if self.slack((vertex, other)) == W::ZERO {
                    if self.use_edge((vertex, other)) {
                        return true;
                    }
                } else {
                    self.note_closest(vertex, node);
                }
            }
        }
        false
    }

    /// The greatest change of the duals that keeps everything valid; `None` if the exposed duals would reach zero first.
    fn step(&self) -> Option<W> {
        let mut limit: Option<W> = None;
        let mut lower = |value: W| {
            if limit.is_none_or(|known| value < known) {
                limit = Some(value);
            }
        };
        for node in self.tops() {
            let label = self.label[node as usize];
            if self.is_blossom(node) && label == Label::Odd {
                lower(self.dual[node as usize].half());
            }
            let closest = self.closest[node as usize];
            if closest != NONE {
                let slack = self.slack(self.edge(closest, node));
                match label {
                    Label::Free => lower(slack),
                    Label::Even => lower(slack.half()),
                    Label::Odd => {}
                }
            }
        }
        let exposed = (0..self.size)
            .filter(|&vertex| self.label[self.outer[vertex] as usize] == Label::Even)
            .map(|vertex| self.dual[vertex])
            .min()?;
        limit.filter(|&limit| limit < exposed)
    }

    fn change_duals(&mut self, change: W) {
        for vertex in 0..self.size {
            match self.label[self.outer[vertex] as usize] {
                Label::Even => self.dual[vertex] = self.dual[vertex].minus(change),
                Label::Odd => self.dual[vertex] = self.dual[vertex].plus(change),
                Label::Free => {}
            }
        }
        let twice = change.plus(change);
        for blossom in self.size..self.room {
            if self.outer[blossom] as usize == blossom {
                match self.label[blossom] {
                    Label::Even => self.dual[blossom] = self.dual[blossom].plus(twice),
                    Label::Odd => self.dual[blossom] = self.dual[blossom].minus(twice),
                    Label::Free => {}
                }
            }
        }
    }

    /// Counts what was done: every round of a phase also looks at all nodes, for the step and the duals.
    fn pay(&mut self, budget: &Budget) {
        let looked_at = std::mem::take(&mut self.looked_at) + 2 * self.room;
        let calculated = self.calculated.take() * (W::WORDS + 2);
        budget.spend((looked_at + calculated) as u64);
    }

    /// One more pair, if that makes the matching heavier and the budget suffices.
    fn phase(&mut self, budget: &Budget) -> bool {
        self.label.fill(Label::Free);
        self.closest.fill(NONE);
        self.queue.clear();
        let roots: Vec<u32> = self
            .tops()
            .filter(|&node| self.mate[node as usize] == NONE)
            .collect();
        if roots.is_empty() {
            return false;
        }
        for root in roots {
            self.make_even(root);
        }
        loop {
            let found = self.search();
            self.pay(budget);
            if found {
                return true;
            }
            if budget.left() == 0 {
                return false;
            }
            let Some(change) = self.step() else {
                return false;
            };
            self.change_duals(change);
            for node in self.tops().collect::<Vec<u32>>() {
                let closest = self.closest[node as usize];
                if closest == NONE || self.top(node) != node {
                    continue;
                }
                let edge = self.edge(closest, node);
                let elsewhere = self.top(edge.0) != self.top(edge.1);
                if elsewhere && self.slack(edge) == W::ZERO && self.use_edge(edge) {
                    return true;
                }
            }
            for blossom in self.size as u32..self.room as u32 {
                let row = blossom as usize;
                if self.outer[row] == blossom
                    && self.label[row] == Label::Odd
                    && self.dual[row] == W::ZERO
                {
                    self.expand(blossom);
                }
            }
        }
    }
}
