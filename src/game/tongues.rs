//! The letters by which the pieces go in other languages.
//!
//! The sets are the ones of the PGN standard's table (8.2.3.2 names them for display) and of the
//! national federations' own notation rules.

use shakmaty::Role;

/// One language's letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tongue {
    /// The language, and others that write alike.
    pub(super) name: &'static str,
    /// Longest first, so that a two-letter name is not taken for its first letter.
    pieces: &'static [(&'static str, Role)],
}

/// Standard notation, and the Kt of older books.
pub(super) const ENGLISH: Tongue = Tongue {
    name: "English",
    pieces: &[
        ("Kt", Role::Knight),
        ("K", Role::King),
        ("Q", Role::Queen),
        ("R", Role::Rook),
        ("B", Role::Bishop),
        ("N", Role::Knight),
        ("P", Role::Pawn),
    ],
};

/// What a pawn may become, spelled out.
const NAMES: &[(&str, Role)] = &[
    ("queen", Role::Queen),
    ("rook", Role::Rook),
    ("bishop", Role::Bishop),
    ("knight", Role::Knight),
];

macro_rules! tongue {
    ($name:literal, $king:literal $queen:literal $rook:literal $bishop:literal $knight:literal) => {
        Tongue {
            name: $name,
            pieces: &[
                ($king, Role::King),
                ($queen, Role::Queen),
                ($rook, Role::Rook),
                ($bishop, Role::Bishop),
                ($knight, Role::Knight),
            ],
        }
    };
}

/// The other languages, in the order in which they are tried. Languages with the same letters have one row.
pub(super) const OTHERS: &[Tongue] = &[
    tongue!("German", "K" "D" "T" "L" "S"),
    tongue!("French", "R" "D" "T" "F" "C"),
    tongue!("Spanish", "R" "D" "T" "A" "C"),
    tongue!("Dutch", "K" "D" "T" "L" "P"),
    tongue!("Portuguese", "R" "D" "T" "B" "C"),
    tongue!("Romanian", "R" "D" "T" "N" "C"),
    tongue!("Polish", "K" "H" "W" "G" "S"),
    tongue!("Czech", "K" "D" "V" "S" "J"),
    tongue!("Hungarian", "K" "V" "B" "F" "H"),
    tongue!("Finnish", "K" "D" "T" "L" "R"),
    tongue!("Estonian", "K" "L" "V" "O" "R"),
    tongue!("Icelandic", "K" "D" "H" "B" "R"),
    tongue!("Latvian", "K" "D" "T" "L" "Z"),
    tongue!("Lithuanian", "K" "V" "B" "R" "Ž"),
    tongue!("Turkish", "Ş" "V" "K" "F" "A"),
    tongue!("Turkish (plain letters)", "S" "V" "K" "F" "A"),
    tongue!("Esperanto", "R" "D" "T" "K" "Ĉ"),
    tongue!("Latin", "R" "D" "T" "E" "M"),
    tongue!("English with S for the knight", "K" "Q" "R" "B" "S"),
    tongue!("Serbian", "К" "Д" "Т" "Л" "С"),
    tongue!("Bulgarian", "Ц" "Д" "Т" "О" "К"),
    Tongue {
        name: "Ukrainian",
        pieces: &[
            ("Кр", Role::King),
            ("КР", Role::King),
            ("Ф", Role::Queen),
            ("Т", Role::Rook),
            ("С", Role::Bishop),
            ("К", Role::Knight),
        ],
    },
    Tongue {
        name: "Russian",
        pieces: &[
            ("Кр", Role::King),
            ("КР", Role::King),
            ("Ф", Role::Queen),
            ("Л", Role::Rook),
            ("С", Role::Bishop),
            ("К", Role::Knight),
        ],
    },
    Tongue {
        name: "Greek",
        pieces: &[
            ("Ρ", Role::King),
            ("Β", Role::Queen),
            ("Π", Role::Rook),
            ("Α", Role::Bishop),
            ("Ι", Role::Knight),
        ],
    },
];

impl Tongue {
    /// The piece a word begins with, and the rest of the word.
    pub(super) fn piece<'w>(&self, word: &'w str) -> Option<(Role, &'w str)> {
        self.pieces
            .iter()
            .find_map(|(letter, role)| Some((*role, word.strip_prefix(letter)?)))
            // A pawn that is named is so in English, whatever the pieces are named in.
            .or_else(|| Some((Role::Pawn, word.strip_prefix('P')?)))
    }

    /// The piece a word begins with when it is written in small letters.
    pub(super) fn small_piece<'w>(&self, word: &'w str) -> Option<(Role, &'w str)> {
        if !word.starts_with(char::is_lowercase) {
            return None;
        }
        self.pieces
            .iter()
            .find_map(|(letter, role)| Some((*role, without_small(word, letter)?)))
    }

    /// The piece that a promotion names, in large or small letters, or in full.
    pub(super) fn promoted(&self, name: &str) -> Option<Role> {
        let whole = |found: Option<(Role, &str)>| {
            found.and_then(|(role, rest)| rest.is_empty().then_some(role))
        };
        whole(self.piece(name))
            .or_else(|| whole(self.small_piece(name)))
            .or_else(|| {
                NAMES
                    .iter()
                    .find(|(piece, _)| piece.eq_ignore_ascii_case(name))
                    .map(|(_, role)| *role)
            })
    }

    /// The piece that a letter is the first of.
    pub(super) fn role(&self, letter: char) -> Option<Role> {
        let mut bytes = [0; 4];
        self.piece(letter.encode_utf8(&mut bytes))
            .map(|(role, _)| role)
            .or_else(|| {
                let begins = |name: &str| name.starts_with(letter);
                let piece = self.pieces.iter().find(|(name, _)| begins(name));
                piece.map(|(_, role)| *role)
            })
    }
}

/// The word without a piece's letter, which it begins with in small.
fn without_small<'w>(word: &'w str, letter: &str) -> Option<&'w str> {
    let mut rest = word.chars();
    for expected in letter.chars().flat_map(char::to_lowercase) {
        if rest.next()? != expected {
            return None;
        }
    }
    Some(rest.as_str())
}
