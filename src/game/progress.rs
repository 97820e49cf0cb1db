//! Where a reading is, so that it can be taken up again, there or in a part of the text.

use shakmaty::Move;

use super::attempt::{Attempt, Cut, Reading, Setting, State};
use super::numbering::Step;
use super::score::Marker;

/// What was read so far, apart from the text: state, moves and what belongs to them.
pub(super) type Progress = (State, Attempt, Vec<usize>, Vec<Step>);

/// Where a reading may be taken up again.
pub(super) struct Checkpoint {
    pub(super) index: usize,
    state: State,
    pub(super) moves: usize,
    last: Option<Move>,
    notes: usize,
    steps: usize,
    marker: Option<Marker>,
}

impl<'a> Reading<'a> {
    /// Goes on where another reading of a text like this one was.
    pub(super) fn resume(setting: Setting<'a>, cut: &'a Cut, progress: Progress) -> Reading<'a> {
        let (state, done, played_at, steps) = progress;
        Reading {
            setting,
            cut,
            state,
            done,
            legal: None,
            played_at,
            steps,
        }
    }

    /// What was read so far, apart from the text.
    pub(super) fn into_progress(self) -> Progress {
        (self.state, self.done, self.played_at, self.steps)
    }

    /// Another reading, of a part of the text, from where this one was.
    pub(super) fn fork<'b>(&self, part: &'b Cut, checkpoint: &Checkpoint) -> Reading<'b>
    where
        'a: 'b,
    {
        let progress = (
            self.state.clone(),
            self.done.clone(),
            Vec::new(),
            Vec::new(),
        );
        let mut fork = Reading::resume(self.setting, part, progress);
        fork.restore(checkpoint);
        fork.state.read_to = 0;
        fork
    }

    /// A reading of a part of the text that goes on from here, with all that was read so far.
    pub(super) fn lend<'b>(&mut self, part: &'b Cut) -> Reading<'b>
    where
        'a: 'b,
    {
        let progress = (
            self.state.clone(),
            std::mem::take(&mut self.done),
            std::mem::take(&mut self.played_at),
            std::mem::take(&mut self.steps),
        );
        let mut reading = Reading::resume(self.setting, part, progress);
        reading.state.read_to = 0;
        reading
    }

    /// Goes on from where a part of the text was read to, which stands at one token of this text.
    pub(super) fn take_back(&mut self, progress: Progress, before: &Checkpoint) {
        (self.state, self.done, self.played_at, self.steps) = progress;
        self.state.read_to = before.index + 1;
        self.legal = None;
        for played_at in self.played_at.iter_mut().skip(before.moves) {
            *played_at = before.index;
        }
        for step in self.steps.iter_mut().skip(before.steps) {
            step.token = before.index;
        }
    }

    pub(super) fn checkpoint(&self, index: usize) -> Checkpoint {
        Checkpoint {
            index,
            state: self.state.clone(),
            moves: self.done.moves.len(),
            last: self.done.moves.last().copied(),
            notes: self.done.notes.len(),
            steps: self.steps.len(),
            marker: self.done.marker,
        }
    }

    /// Goes back to where the reading was.
    pub(super) fn restore(&mut self, checkpoint: &Checkpoint) {
        self.state = checkpoint.state.clone();
        self.done.moves.truncate(checkpoint.moves);
        if let (Some(last), Some(before)) = (self.done.moves.last_mut(), checkpoint.last) {
            *last = before;
        }
        self.played_at.truncate(checkpoint.moves);
        self.done.notes.truncate(checkpoint.notes);
        self.steps.truncate(checkpoint.steps);
        self.done.marker = checkpoint.marker;
        self.done.fault = None;
        self.done.stopped = None;
        self.legal = None;
    }
}
