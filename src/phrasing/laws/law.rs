//! An article and its text.

/// An article of a document, in the bot's own words.
///
/// What is found by which words is decided here too: `heads` are the words it is the answer to, `topics` those it also
/// has to do with, both as the search writes them. Its title and text are searched besides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Law {
    /// Its number as printed; a word where the document has none.
    pub(super) number: &'static str,
    /// What it is about, in a few words.
    pub(super) title: &'static str,
    /// What it says.
    pub(super) text: &'static str,
    /// A second line: what the bot makes of it, what it does not say, or how it differs from today. May be empty.
    pub(super) more: &'static str,
    /// The words it answers.
    pub(super) heads: &'static [&'static str],
    /// The words it also has to do with.
    pub(super) topics: &'static [&'static str],
    /// Related articles, with the document where it is another one.
    pub(super) see: &'static [&'static str],
}

/// An article with its text alone.
pub(super) const fn law(number: &'static str, title: &'static str, text: &'static str) -> Law {
    Law {
        number,
        title,
        text,
        more: "",
        heads: &[],
        topics: &[],
        see: &[],
    }
}

impl Law {
    pub(super) const fn more(self, more: &'static str) -> Law {
        Law { more, ..self }
    }

    pub(super) const fn heads(self, heads: &'static [&'static str]) -> Law {
        Law { heads, ..self }
    }

    pub(super) const fn topics(self, topics: &'static [&'static str]) -> Law {
        Law { topics, ..self }
    }

    pub(super) const fn see(self, see: &'static [&'static str]) -> Law {
        Law { see, ..self }
    }
}
