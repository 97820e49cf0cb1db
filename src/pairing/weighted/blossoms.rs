//! Odd cycles shrunk to one node, and opened again.

use super::{Label, NONE, Solver};
use crate::pairing::weight::Weight;

impl<W: Weight> Solver<W> {
    /// Shrinks the cycle that the edge between the vertices `a` and `b` closes at the even node `base`.
    pub(super) fn shrink(&mut self, a: u32, base: u32, b: u32) {
        let blossom = (self.size as u32..self.room as u32)
            .find(|&node| self.outer[node as usize] == NONE)
            .expect("there are names for all blossoms");
        let mut cycle = vec![base];
        for (start, backwards) in [(a, true), (b, false)] {
            let mut even = self.top(start);
            while even != base {
                let odd = self.top(self.mate[even as usize]);
                cycle.push(even);
                cycle.push(odd);
                if self.label[odd as usize] == Label::Odd {
                    self.enqueue(odd);
                }
                even = self.top(self.reached_from[odd as usize]);
            }
            if backwards {
                cycle[1..].reverse();
            }
        }
        self.dual[blossom as usize] = W::ZERO;
        self.label[blossom as usize] = Label::Even;
        self.mate[blossom as usize] = self.mate[base as usize];
        self.cycle[blossom as usize] = cycle;
        self.set_outer(blossom, blossom);
        self.gather_edges(blossom);
        self.find_closest(blossom);
    }

    /// For every node the tightest of the edges it has to the children of a new blossom.
    fn gather_edges(&mut self, blossom: u32) {
        let (row, room, size) = (blossom as usize, self.room, self.size);
        for node in 0..room {
            self.edge[row * room + node] = (NONE, NONE);
            self.edge[node * room + row] = (NONE, NONE);
        }
        self.child[row * size..(row + 1) * size].fill(NONE);
        self.looked_at += self.cycle[row].len() * room;
        for index in 0..self.cycle[row].len() {
            let child = self.cycle[row][index];
            for node in 0..room as u32 {
                let edge = self.edge(child, node);
                if edge.0 == NONE {
                    continue;
                }
                let known = self.edge(blossom, node);
                if known.0 == NONE || self.slack(edge) < self.slack(known) {
                    self.edge[row * room + node as usize] = edge;
                    self.edge[node as usize * room + row] = (edge.1, edge.0);
                }
            }
            for vertex in 0..size {
                let inside = if self.is_blossom(child) {
                    self.child[child as usize * size + vertex] != NONE
                } else {
                    child as usize == vertex
                };
                if inside {
                    self.child[row * size + vertex] = child;
                }
            }
        }
    }

    /// Dissolves an odd blossom whose dual is zero: the way the tree takes through it stays, the rest becomes free.
    pub(super) fn expand(&mut self, blossom: u32) {
        let row = blossom as usize;
        for index in 0..self.cycle[row].len() {
            let child = self.cycle[row][index];
            self.set_outer(child, child);
        }
        let entry = self.edge(blossom, self.reached_from[row]).0;
        let entry = self.child[row * self.size + entry as usize];
        let place = self.even_place(blossom, entry);
        let cycle = std::mem::take(&mut self.cycle[row]);
        for index in (0..place).step_by(2) {
            let (odd, even) = (cycle[index], cycle[index + 1]);
            self.reached_from[odd as usize] = self.edge(even, odd).0;
            self.label[odd as usize] = Label::Odd;
            self.label[even as usize] = Label::Even;
            self.closest[odd as usize] = NONE;
            self.find_closest(even);
            self.enqueue(even);
        }
        self.label[entry as usize] = Label::Odd;
        self.reached_from[entry as usize] = self.reached_from[row];
        for &node in &cycle[place + 1..] {
            self.label[node as usize] = Label::Free;
            self.find_closest(node);
        }
        self.outer[row] = NONE;
    }
}
