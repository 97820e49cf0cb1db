//! Perfect matchings in general graphs (Edmonds), with one pair after another fixed.
//!
//! A graph's vertices are 0..n. A [`Matching`] can be asked to contain an edge: that costs one search for an
//! alternating path, not a matching from the beginning.

use std::ops::Range;

/// An undirected graph as a bit matrix.
#[derive(Clone, Debug)]
pub(super) struct Graph {
    size: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Graph {
    pub fn new(size: usize) -> Graph {
        let words = size.div_ceil(64);
        Graph {
            size,
            words,
            bits: vec![0; size * words],
        }
    }

    /// A graph in which everybody is connected with everybody else.
    pub fn complete(size: usize) -> Graph {
        let mut graph = Graph::new(size);
        let mut row = vec![u64::MAX; graph.words];
        if !size.is_multiple_of(64) {
            row[graph.words - 1] = u64::MAX >> (64 - size % 64);
        }
        for a in 0..size {
            graph.bits[a * graph.words..(a + 1) * graph.words].copy_from_slice(&row);
            graph.bits[a * graph.words + a / 64] &= !(1 << (a % 64));
        }
        graph
    }

    /// Cuts every edge inside a group.
    pub fn separate(&mut self, group: &[usize]) {
        let mut mask = vec![0; self.words];
        for &a in group {
            mask[a / 64] |= 1u64 << (a % 64);
        }
        for &a in group {
            let row = &mut self.bits[a * self.words..(a + 1) * self.words];
            for (bits, mask) in row.iter_mut().zip(&mask) {
                *bits &= !mask;
            }
        }
    }

    pub fn connect(&mut self, a: usize, b: usize) {
        self.bits[a * self.words + b / 64] |= 1 << (b % 64);
        self.bits[b * self.words + a / 64] |= 1 << (a % 64);
    }

    pub fn cut(&mut self, a: usize, b: usize) {
        self.bits[a * self.words + b / 64] &= !(1 << (b % 64));
        self.bits[b * self.words + a / 64] &= !(1 << (a % 64));
    }

    pub fn has(&self, a: usize, b: usize) -> bool {
        self.bits[a * self.words + b / 64] >> (b % 64) & 1 == 1
    }

    /// How many neighbours a vertex has in a range.
    pub fn degree_in(&self, a: usize, range: &Range<usize>) -> usize {
        if range.is_empty() {
            return 0;
        }
        let row = &self.bits[a * self.words..(a + 1) * self.words];
        let (first, last) = (range.start / 64, (range.end - 1) / 64);
        let count = (first..=last).map(|word| {
            let mut bits = row[word];
            if word == first {
                bits &= u64::MAX << (range.start % 64);
            }
            if word == last {
                bits &= u64::MAX >> (63 - (range.end - 1) % 64);
            }
            bits.count_ones() as usize
        });
        count.sum()
    }

    pub fn size(&self) -> usize {
        self.size
    }

    pub fn neighbours(&self, a: usize) -> impl Iterator<Item = usize> + '_ {
        let row = &self.bits[a * self.words..(a + 1) * self.words];
        row.iter().enumerate().flat_map(|(word, &bits)| {
            let mut rest = bits;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(word * 64 + bit)
            })
        })
    }
}

const NONE: usize = usize::MAX;

/// A perfect matching that stays one while pairs are fixed.
#[derive(Clone, Debug)]
pub(super) struct Matching<'g> {
    graph: &'g Graph,
    mate: Vec<usize>,
    /// Vertices whose pair is fixed take no part in further searches.
    fixed: Vec<bool>,
}

impl<'g> Matching<'g> {
    /// A matching in which everybody has a mate, if there is one. The first vertex that no path leads from settles that there
    /// is none (Berge), however many more there would be.
    pub fn perfect(graph: &'g Graph) -> Option<Matching<'g>> {
        let mut matching = Matching {
            graph,
            mate: vec![NONE; graph.size()],
            fixed: vec![false; graph.size()],
        };
        for a in 0..graph.size() {
            if matching.mate[a] == NONE {
                let free = graph.neighbours(a).find(|&b| matching.mate[b] == NONE);
                if let Some(b) = free {
                    matching.mate[a] = b;
                    matching.mate[b] = a;
                }
            }
        }
        for a in 0..graph.size() {
            if matching.mate[a] == NONE && !matching.augment(a) {
                return None;
            }
        }
        Some(matching)
    }

    /// Fixes the pair `a`-`b` if a perfect matching with it and all pairs fixed before exists.
    pub fn fix(&mut self, a: usize, b: usize) -> bool {
        assert!(
            !self.fixed[a] && !self.fixed[b],
            "a fixed player is not asked for again"
        );
        if !self.graph.has(a, b) {
            return false;
        }
        let (mate_a, mate_b) = (self.mate[a], self.mate[b]);
        (self.fixed[a], self.fixed[b]) = (true, true);
        if mate_a == b {
            return true;
        }
        self.mate[mate_a] = NONE;
        self.mate[mate_b] = NONE;
        (self.mate[a], self.mate[b]) = (b, a);
        if self.augment(mate_a) {
            return true;
        }
        (self.fixed[a], self.fixed[b]) = (false, false);
        (self.mate[a], self.mate[mate_a]) = (mate_a, a);
        (self.mate[b], self.mate[mate_b]) = (mate_b, b);
        false
    }

    /// Finds an augmenting path from an exposed vertex by breadth-first search with blossoms, and flips it.
    fn augment(&mut self, root: usize) -> bool {
        let mut search = Search::new(self.graph.size(), root);
        while let Some(a) = search.queue.pop_front() {
            for b in self.graph.neighbours(a) {
                if self.fixed[b] || search.base[a] == search.base[b] || self.mate[a] == b {
                    continue;
                }
                if search.even[b] {
                    search.contract(a, b, &self.mate);
                } else if search.parent[b] == NONE {
                    search.parent[b] = a;
                    if self.mate[b] == NONE {
                        self.flip(b, &search.parent);
                        return true;
                    }
                    search.even[self.mate[b]] = true;
                    search.queue.push_back(self.mate[b]);
                }
            }
        }
        false
    }

    fn flip(&mut self, mut b: usize, parent: &[usize]) {
        while b != NONE {
            let a = parent[b];
            let next = self.mate[a];
            self.mate[b] = a;
            self.mate[a] = b;
            b = next;
        }
    }
}

/// One breadth-first search: which vertices are even, where odd ones came from, and each vertex's blossom base.
struct Search {
    queue: std::collections::VecDeque<usize>,
    even: Vec<bool>,
    parent: Vec<usize>,
    base: Vec<usize>,
    root: usize,
}

impl Search {
    fn new(size: usize, root: usize) -> Search {
        let mut even = vec![false; size];
        even[root] = true;
        Search {
            queue: std::iter::once(root).collect(),
            even,
            parent: vec![NONE; size],
            base: (0..size).collect(),
            root,
        }
    }

    /// Shrinks the odd cycle that the edge between two even vertices closes.
    fn contract(&mut self, a: usize, b: usize, mate: &[usize]) {
        let base = self.common_base(a, b, mate);
        let mut inside = vec![false; self.base.len()];
        self.mark(a, base, b, mate, &mut inside);
        self.mark(b, base, a, mate, &mut inside);
        for vertex in 0..self.base.len() {
            if inside[self.base[vertex]] {
                self.base[vertex] = base;
                if !self.even[vertex] {
                    self.even[vertex] = true;
                    self.queue.push_back(vertex);
                }
            }
        }
    }

    fn common_base(&self, a: usize, b: usize, mate: &[usize]) -> usize {
        let mut on_path = vec![false; self.base.len()];
        let mut vertex = self.base[a];
        loop {
            on_path[vertex] = true;
            if vertex == self.base[self.root] {
                break;
            }
            vertex = self.base[self.parent[mate[vertex]]];
        }
        let mut vertex = self.base[b];
        while !on_path[vertex] {
            vertex = self.base[self.parent[mate[vertex]]];
        }
        vertex
    }

    fn mark(
        &mut self,
        start: usize,
        base: usize,
        child: usize,
        mate: &[usize],
        inside: &mut [bool],
    ) {
        let (mut vertex, mut child) = (start, child);
        while self.base[vertex] != base {
            inside[self.base[vertex]] = true;
            inside[self.base[mate[vertex]]] = true;
            self.parent[vertex] = child;
            child = mate[vertex];
            vertex = self.parent[mate[vertex]];
        }
    }
}
