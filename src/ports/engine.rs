//! What the desk asks an engine, and what it hears back.
//!
//! An engine's words are advice to a director: nothing of them is kept, and nothing follows from them by itself. So a question
//! is asked once, and where its answer is lost, the director asks again.

/// The most questions that are asked and not answered yet: directors are few, and the last of them should not wait for minutes.
pub const QUESTIONS_MAX: usize = 4;

/// The number of a question, counted from the start of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuestionId(pub u64);

/// A position for an engine to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Which question the answer belongs to.
    pub id: QuestionId,
    /// A position that a game can bring and that is not over, as FEN.
    pub fen: String,
}

/// What an engine makes of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// What the engine calls itself.
    pub engine: String,
    /// How it judges the position, where it says.
    pub score: Option<EngineScore>,
    /// How many half-moves deep it looked, where it says.
    pub depth: Option<u32>,
    /// What it would play, move by move from the position on, as UCI writes moves (`e2e4`, `e7e8q`). Whether they are possible is
    /// for the reader to find out.
    pub line: Vec<String>,
}

/// A judgement of a position, from the side whose move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineScore {
    /// In hundredths of a pawn; below zero the other side stands better.
    Centipawns(i32),
    /// The side to move gives mate with its move of this number.
    Mates(u32),
    /// The other side gives mate with its move of this number.
    IsMated(u32),
}

/// Why an engine has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineTrouble {
    /// The program cannot be started.
    NotStarted {
        /// Why, in the words of the operating system.
        cause: String,
    },
    /// It ended before it had answered.
    Ended,
    /// It did not answer in time.
    Silent,
    /// It wrote more than an answer can need.
    Floods,
    /// It answered, and neither a judgement nor a move was in it.
    Nothing,
    /// There is nobody any more to ask it.
    Gone,
}
