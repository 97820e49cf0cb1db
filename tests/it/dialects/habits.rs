//! The ways people and programs write moves, one row each: what it changes in a text of standard notation.

use super::writer::{Dialect, Form, wrapped};
use chessmasters::game::Role;

/// One way of writing, and what the reader owes it.
pub(super) struct Habit {
    /// Two habits of one group cannot go together.
    pub(super) group: Group,
    pub(super) name: &'static str,
    pub(super) owed: Owed,
    pub(super) take_up: fn(&mut Dialect),
}

/// What a habit is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Group {
    Number,
    Form,
    Capture,
    Pawn,
    Castling,
    Promotion,
    Check,
    Passing,
    Letters,
    Praise,
    Aside,
    Between,
    Lines,
    Head,
    Tail,
    Carrier,
    Bytes,
}

/// What the reader must make of a habit that is the only one in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owed {
    /// The very moves, without a fault.
    Reading,
    /// The very moves, or a fault at a half-move before which all is right: letters that may mean two things.
    NoOtherGame,
}

use Group as G;
use Owed::{NoOtherGame, Reading};

macro_rules! habits {
    ($($group:ident $owed:ident $name:literal: $change:expr;)*) => {
        /// Every habit.
        pub(super) const HABITS: &[Habit] = &[
            $(Habit { group: G::$group, name: $name, owed: $owed, take_up: $change },)*
        ];
    };
}

/// A number before each of White's half-moves.
macro_rules! numbered {
    ($format:literal) => {
        |d| {
            d.number = |half| match half % 2 {
                0 => format!($format, half / 2 + 1),
                _ => String::new(),
            }
        }
    };
    ($white:literal, $black:literal) => {
        |d| {
            d.number = |half| match half % 2 {
                0 => format!($white, half / 2 + 1),
                _ => format!($black, half / 2 + 1),
            }
        }
    };
}

macro_rules! letters {
    ($king:literal $queen:literal $rook:literal $bishop:literal $knight:literal) => {
        |d| {
            d.letter = |role, _| match role {
                Role::King => $king,
                Role::Queen => $queen,
                Role::Rook => $rook,
                Role::Bishop => $bishop,
                Role::Knight => $knight,
                Role::Pawn => "",
            }
        }
    };
}

/// Something after every third half-move.
macro_rules! now_and_then {
    ($text:literal) => {
        |d| {
            d.aside = |half| match half % 3 {
                0 => $text.to_owned(),
                _ => String::new(),
            }
        }
    };
}

macro_rules! each_line {
    ($change:expr) => {
        |d| {
            d.carrier = |text| {
                let lines = text.lines().map($change);
                lines.collect::<Vec<String>>().join("\n") + "\n"
            }
        }
    };
}

habits! {
    Number Reading "1.e4": numbered!("{}.");
    Number Reading "no numbers": |d| d.number = |_| String::new();
    Number Reading "1)": numbered!("{}) ");
    Number Reading "1)e4": numbered!("{})");
    Number Reading "1 e4": numbered!("{} ");
    Number Reading "1e4": numbered!("{}");
    Number Reading "1 . e4": numbered!("{} . ");
    Number Reading "1: e4": numbered!("{}: ");
    Number Reading "1:e4": numbered!("{}:");
    Number Reading "1- e4": numbered!("{}- ");
    Number Reading "1-e4": numbered!("{}-");
    Number Reading "1, e4": numbered!("{}, ");
    Number Reading "1.- e4": numbered!("{}.- ");
    Number Reading "1.-e4": numbered!("{}.-");
    Number Reading "#1 e4": numbered!("#{} ");
    Number Reading "[1] e4": numbered!("[{}] ");
    Number Reading "(1) e4": numbered!("({}) ");
    Number Reading "01. e4": |d| d.number = |half| match half % 2 {
        0 => format!("{:02}. ", half / 2 + 1),
        _ => String::new(),
    };
    Number Reading "  1. e4": |d| d.number = |half| match half % 2 {
        0 => format!("{:>3}. ", half / 2 + 1),
        _ => String::new(),
    };
    Number Reading "1. e4 1... e5": numbered!("{}. ", "{}... ");
    Number Reading "1.e4 1...e5": numbered!("{}.", "{}...");
    Number Reading "1. e4 1. ... e5": numbered!("{}. ", "{}. ... ");
    Number Reading "1.e4 1. .. e5": numbered!("{}.", "{}. .. ");
    Number Reading "1. e4 1.. e5": numbered!("{}. ", "{}.. ");
    Number Reading "1. e4 1....e5": numbered!("{}. ", "{}....");
    Number Reading "1.e4 1…e5": numbered!("{}.", "{}…");
    Number Reading "1. e4 1. e5": numbered!("{}. ", "{}. ");
    Number Reading "1.e4 ...e5": |d| d.number = |half| match half % 2 {
        0 => format!("{}.", half / 2 + 1),
        _ => "...".to_owned(),
    };
    Number Reading "1. e4 ... e5": |d| d.number = |half| match half % 2 {
        0 => format!("{}. ", half / 2 + 1),
        _ => "... ".to_owned(),
    };
    Number Reading "1. e4 2. e5": |d| d.number = |half| format!("{}. ", half + 1);
    Number Reading "numbers that jump": |d| d.number = |half| match half % 2 {
        0 => format!("{}. ", half / 2 + 1 + half / 10),
        _ => String::new(),
    };
    Number Reading "every fifth number": |d| d.number = |half| match half % 10 {
        0 => format!("{}. ", half / 2 + 1),
        _ => String::new(),
    };
    Form Reading "Ng1f3": |d| d.form = Form::Long;
    Form Reading "Ng1-f3": |d| { d.form = Form::Long; d.hyphen = "-"; };
    Form Reading "Ng1–f3": |d| { d.form = Form::Long; d.hyphen = "–"; };
    Form Reading "Ng1 - f3": |d| { d.form = Form::Long; d.hyphen = " - "; };
    Form Reading "Ng1 f3": |d| { d.form = Form::Long; d.hyphen = " "; };
    Form Reading "g1f3": |d| d.form = Form::Squares;
    Form Reading "g1-f3": |d| { d.form = Form::Squares; d.hyphen = "-"; };
    Form Reading "g1 - f3": |d| { d.form = Form::Squares; d.hyphen = " - "; };
    Form Reading "g1 f3": |d| { d.form = Form::Squares; d.hyphen = " "; };
    Form Reading "g1—f3": |d| { d.form = Form::Squares; d.hyphen = "—"; };
    Form Reading "g1/f3": |d| { d.form = Form::Squares; d.hyphen = "/"; };
    Form Reading "g1,f3": |d| { d.form = Form::Squares; d.hyphen = ","; };
    Form NoOtherGame "G1F3": |d| { d.form = Form::Squares; d.word = |word| word.to_uppercase(); };
    Form NoOtherGame "G1-F3": |d| {
        d.form = Form::Squares;
        d.hyphen = "-";
        d.word = |word| word.to_uppercase();
    };
    Capture Reading "e:f4": |d| d.takes = ":";
    Capture Reading "eXf4": |d| d.takes = "X";
    Capture Reading "e×f4": |d| d.takes = "×";
    Capture Reading "e*f4": |d| d.takes = "*";
    Capture Reading "ef4": |d| d.takes = "";
    Capture Reading "e x f4": |d| d.takes = " x ";
    Capture Reading "exf4 with a blank after": |d| d.takes = "x ";
    Capture Reading "ef4:": |d| { d.takes = ""; d.takes_after = ":"; };
    Capture NoOtherGame "ef4x": |d| { d.takes = ""; d.takes_after = "x"; };
    Capture Reading "e takes f4": |d| d.takes = " takes ";
    Capture Reading "e-f4": |d| d.takes = "-";
    Pawn Reading "Pe4": |d| d.pawn = "P";
    Pawn NoOtherGame "pe4": |d| d.pawn = "p";
    Castling Reading "0-0": |d| d.castles = ["0-0", "0-0-0"];
    Castling Reading "o-o": |d| d.castles = ["o-o", "o-o-o"];
    Castling Reading "OO": |d| d.castles = ["OO", "OOO"];
    Castling Reading "oo": |d| d.castles = ["oo", "ooo"];
    Castling Reading "00": |d| d.castles = ["00", "000"];
    Castling Reading "O–O": |d| d.castles = ["O–O", "O–O–O"];
    Castling Reading "0–0": |d| d.castles = ["0–0", "0–0–0"];
    Castling Reading "O - O": |d| d.castles = ["O - O", "O - O - O"];
    Castling Reading "0 - 0": |d| d.castles = ["0 - 0", "0 - 0 - 0"];
    Castling Reading "o o": |d| d.castles = ["O O", "O O O"];
    Castling Reading "Cyrillic О-О": |d| d.castles = ["О-О", "О-О-О"];
    Castling Reading "Ο-Ο": |d| d.castles = ["Ο-Ο", "Ο-Ο-Ο"];
    Castling Reading "O_O": |d| d.castles = ["O_O", "O_O_O"];
    Castling Reading "O/O": |d| d.castles = ["O/O", "O/O/O"];
    Castling Reading "O.O": |d| d.castles = ["O.O", "O.O.O"];
    Castling Reading "O~O": |d| d.castles = ["O~O", "O~O~O"];
    Castling Reading "mixed 0-O": |d| d.castles = ["0-O", "O-0-0"];
    Castling Reading "Castles": |d| d.castles = ["castles", "castles long"];
    Castling Reading "castles queenside": |d| d.castles = ["castles kingside", "castles queenside"];
    Promotion Reading "h8Q": |d| d.promotes = str::to_owned;
    Promotion Reading "h8(Q)": |d| d.promotes = |piece| format!("({piece})");
    Promotion Reading "h8 (Q)": |d| d.promotes = |piece| format!(" ({piece})");
    Promotion Reading "h8/Q": |d| d.promotes = |piece| format!("/{piece}");
    Promotion Reading "h8=(Q)": |d| d.promotes = |piece| format!("=({piece})");
    Promotion Reading "h8[Q]": |d| d.promotes = |piece| format!("[{piece}]");
    Promotion Reading "h8{Q}": |d| d.promotes = |piece| format!("{{{piece}}}");
    Promotion Reading "h8 = Q": |d| d.promotes = |piece| format!(" = {piece}");
    Promotion Reading "h8= Q": |d| d.promotes = |piece| format!("= {piece}");
    Promotion Reading "h8 =Q": |d| d.promotes = |piece| format!(" ={piece}");
    Promotion Reading "h8 Q": |d| d.promotes = |piece| format!(" {piece}");
    Promotion Reading "h8-Q": |d| d.promotes = |piece| format!("-{piece}");
    Promotion Reading "h8:Q": |d| d.promotes = |piece| format!(":{piece}");
    Promotion Reading "h8=q": |d| d.promotes = |piece| format!("={}", piece.to_lowercase());
    Promotion Reading "h8q": |d| d.promotes = str::to_lowercase;
    Promotion Reading "h8^Q": |d| d.promotes = |piece| format!("^{piece}");
    Promotion Reading "h8*Q": |d| d.promotes = |piece| format!("*{piece}");
    Promotion Reading "h8>Q": |d| d.promotes = |piece| format!(">{piece}");
    Promotion Reading "h8.Q": |d| d.promotes = |piece| format!(".{piece}");
    Letters Reading "h8=Queen": |d| d.promotes = |piece| format!("={}", piece_name(piece));
    Letters Reading "h8 queen": |d| d.promotes = |piece| format!(" {}", piece_name(piece).to_lowercase());
    Promotion Reading "h8=Q!": |d| d.promotes = |piece| format!("={piece}!");
    Check Reading "no marks": |d| { d.check = ""; d.mate = ""; };
    Check Reading "++ for mate": |d| d.mate = "++";
    Check Reading "+ for mate": |d| d.mate = "+";
    Check Reading "ch": |d| { d.check = "ch"; d.mate = "mate"; };
    Check Reading "ch.": |d| { d.check = " ch."; d.mate = " mate."; };
    Check Reading "check": |d| { d.check = " check"; d.mate = " checkmate"; };
    Check Reading "†": |d| { d.check = "†"; d.mate = "‡"; };
    Check Reading "marks apart": |d| { d.check = " +"; d.mate = " #"; };
    Check Reading "(+)": |d| { d.check = "(+)"; d.mate = "(#)"; };
    Check Reading "dis ch": |d| d.check = " dis. ch.";
    Check Reading "dbl ch": |d| d.check = " dbl. ch.";
    Check Reading "dis.ch": |d| d.check = "dis.ch";
    Check NoOtherGame "x for mate": |d| d.mate = "x";
    Check Reading "≠": |d| d.mate = "≠";
    Check Reading "#!": |d| { d.check = "+!?"; d.mate = "#!!"; };
    Check Reading "!+": |d| { d.check = "!+"; d.mate = "!#"; };
    Check Reading "Schach": |d| { d.check = " schach"; d.mate = " matt"; };
    Passing Reading "e.p.": |d| d.passing = "e.p.";
    Passing Reading " e.p.": |d| d.passing = " e.p.";
    Passing Reading "ep": |d| d.passing = "ep";
    Passing Reading " ep": |d| d.passing = " ep";
    Passing Reading "(ep)": |d| d.passing = "(ep)";
    Passing Reading " (e.p.)": |d| d.passing = " (e.p.)";
    Passing Reading "/ep": |d| d.passing = "/ep";
    Passing Reading " EP": |d| d.passing = " EP";
    Passing Reading " e. p.": |d| d.passing = " e. p.";
    Passing Reading "=ep": |d| d.passing = "=ep";
    Passing Reading " en passant": |d| d.passing = " en passant";
    Letters Reading "German": letters!("K" "D" "T" "L" "S");
    Letters Reading "French": letters!("R" "D" "T" "F" "C");
    Letters Reading "Spanish": letters!("R" "D" "T" "A" "C");
    Letters Reading "Dutch": letters!("K" "D" "T" "L" "P");
    Letters Reading "Portuguese": letters!("R" "D" "T" "B" "C");
    Letters Reading "Romanian": letters!("R" "D" "T" "N" "C");
    Letters Reading "Polish": letters!("K" "H" "W" "G" "S");
    Letters Reading "Czech": letters!("K" "D" "V" "S" "J");
    Letters Reading "Hungarian": letters!("K" "V" "B" "F" "H");
    Letters Reading "Finnish": letters!("K" "D" "T" "L" "R");
    Letters Reading "Estonian": letters!("K" "L" "V" "O" "R");
    Letters Reading "Icelandic": letters!("K" "D" "H" "B" "R");
    Letters Reading "Danish": letters!("K" "D" "T" "L" "S");
    Letters Reading "Croatian": letters!("K" "D" "T" "L" "S");
    Letters Reading "Croatian, lovac and skakač": letters!("K" "D" "T" "L" "S");
    Letters Reading "Turkish": letters!("Ş" "V" "K" "F" "A");
    Letters Reading "Turkish in ASCII": letters!("S" "V" "K" "F" "A");
    Letters Reading "Esperanto": letters!("R" "D" "T" "K" "Ĉ");
    Letters Reading "Russian": letters!("Кр" "Ф" "Л" "С" "К");
    Letters Reading "Bulgarian": letters!("Ц" "Д" "Т" "О" "К");
    Letters Reading "Serbian": letters!("К" "Д" "Т" "Л" "С");
    Letters Reading "Ukrainian": letters!("Кр" "Ф" "Т" "С" "К");
    Letters Reading "Greek": letters!("Ρ" "Β" "Π" "Α" "Ι");
    Letters Reading "Latvian": letters!("K" "D" "T" "L" "Z");
    Letters Reading "Lithuanian": letters!("K" "V" "B" "R" "Ž");
    Letters Reading "Catalan": letters!("R" "D" "T" "A" "C");
    Letters Reading "Slovak": letters!("K" "D" "V" "S" "J");
    Letters Reading "problemists' S": letters!("K" "Q" "R" "B" "S");
    Letters Reading "Kt": letters!("K" "Q" "R" "B" "Kt");
    Letters Reading "white figurines": letters!("♔" "♕" "♖" "♗" "♘");
    Letters Reading "black figurines": letters!("♚" "♛" "♜" "♝" "♞");
    Letters Reading "figurines by side": |d| d.letter = |role, color| match (role, color) {
        (Role::King, shakmaty::Color::White) => "♔",
        (Role::Queen, shakmaty::Color::White) => "♕",
        (Role::Rook, shakmaty::Color::White) => "♖",
        (Role::Bishop, shakmaty::Color::White) => "♗",
        (Role::Knight, shakmaty::Color::White) => "♘",
        (Role::King, shakmaty::Color::Black) => "♚",
        (Role::Queen, shakmaty::Color::Black) => "♛",
        (Role::Rook, shakmaty::Color::Black) => "♜",
        (Role::Bishop, shakmaty::Color::Black) => "♝",
        (Role::Knight, shakmaty::Color::Black) => "♞",
        (Role::Pawn, _) => "",
    };
    Letters NoOtherGame "all small": |d| d.word = |word| word.to_lowercase();
    Letters NoOtherGame "all capitals": |d| d.word = |word| word.to_uppercase();
    Letters NoOtherGame "small pieces": letters!("k" "q" "r" "b" "n");
    Letters Reading "fullwidth": |d| d.word = |word| word.chars().map(fullwidth).collect();
    Letters Reading "Cyrillic files": |d| d.word = |word| word
        .replace('a', "а").replace('c', "с").replace('e', "е").replace('x', "х");
    Praise Reading "!?": |d| d.praise = |half| ["", "!", "", "?!", "!!", "", "??", "!?"][half % 8];
    Praise Reading "$1": |d| d.praise = |half| ["", "$1", "$2$14", "", " $146"][half % 5];
    Praise Reading "Informant": |d| d.praise = |half| ["", " +-", " -+", " +/-", " =", " +=", " =/+", " N", " ∞", "□", "±"][half % 11];
    Praise Reading "glued Informant": |d| d.praise = |half| ["", "+-", "-+", "+/-", "=", "+=", "∓", "⩲", "∞", "⩱", "⇄", "!N"][half % 12];
    Praise Reading "offers of a draw": |d| d.praise = |half| ["", "(=)", "", " (=)", "="][half % 5];
    Praise Reading "dots": |d| d.praise = |_| ".";
    Aside Reading "{comment}": now_and_then!(" {better was 12. Nf5, e4 or O-O; [see] \"there\"}");
    Aside Reading "{[%clk]}": |d| d.aside = |half| format!(" {{[%clk 0:{:02}:{:02}]}}", half % 60, half % 7);
    Aside Reading "{[%eval]}": |d| d.aside = |half| format!(" {{ [%eval 0.{half}] [%clk 0:00:{:02}] }}", half % 60);
    Aside Reading "glued comment": now_and_then!("{e5}");
    Aside Reading "(variation)": now_and_then!(" (1. d4 d5 {(}) (1. c4)");
    Aside Reading "nested": now_and_then!(" (1. d4 (1. c4 (1. Nf3 {)} d5) e5) d5 $1)");
    Aside Reading "; comment": |d| {
        d.lines = str::to_owned;
        d.aside = |half| match half % 3 {
            0 => " ; 1. Nf3 would have been {better\n".to_owned(),
            _ => String::new(),
        };
    };
    Aside Reading "(0:05)": |d| d.aside = |half| format!(" (0:{:02})", half % 60);
    Aside Reading "0:05": |d| d.aside = |half| format!(" 0:{:02}", half % 60);
    Aside Reading "[0:05]": |d| d.aside = |half| format!(" [0:{:02}]", half % 60);
    Aside Reading "0:05:13": |d| d.aside = |half| format!(" 0:05:{:02}", half % 60);
    Aside Reading "/45s": |d| d.aside = |half| format!(" ({half}s)");
    Aside Reading "evaluation": |d| d.aside = |half| format!(" +0.{half:02}/12");
    Aside Reading "[diagram]": |d| d.aside = |half| match half { 20 => " [diagram]".to_owned(), _ => String::new() };
    Aside Reading "<D>": |d| d.aside = |half| match half { 20 => " <diagram>".to_owned(), _ => String::new() };
    Aside Reading "draw offered": |d| d.aside = |half| match half { 20 => " (draw offered)".to_owned(), _ => String::new() };
    Between Reading "e4, e5": |d| d.between = [", ", " "];
    Between Reading "e4,e5": |d| d.between = [",", " "];
    Between Reading "e4,e5,": |d| d.between = [", ", ", "];
    Between Reading "e4 - e5": |d| d.between = [" - ", " "];
    Between Reading "e4-e5": |d| d.between = ["-", " "];
    Between Reading "e4/e5": |d| d.between = ["/", " "];
    Between Reading "e4 / e5": |d| d.between = [" / ", " "];
    Between Reading "e4|e5": |d| d.between = ["|", " "];
    Between Reading "e4 | e5 |": |d| d.between = [" | ", " | "];
    Between Reading "e4; e5;": |d| d.between = ["; ", "; "];
    Between Reading "e4 e5;": |d| d.between = [" ", "; "];
    Between Reading "tabs": |d| d.between = ["\t", "\t"];
    Between Reading "two blanks": |d| d.between = ["  ", "   "];
    Between Reading "hard blanks": |d| d.between = ["\u{a0}", "\u{a0}"];
    Between Reading "e4e5": |d| d.between = ["", " "];
    Between Reading "whole game glued": |d| { d.between = ["", ""]; d.number = |half| match half % 2 {
        0 => format!("{}.", half / 2 + 1),
        _ => String::new(),
    }; };
    Between Reading "e4 ... e5": |d| d.between = [" ... ", " "];
    Between Reading "e4_e5": |d| d.between = ["_", " "];
    Between Reading "e4 & e5": |d| d.between = [" & ", " "];
    Between Reading "e4 and e5": |d| d.between = [" and ", " "];
    Lines Reading "one line": |d| d.lines = |text| format!("{text}\n");
    Lines Reading "a pair a line": |d| { d.between = [" ", "\n"]; d.lines = str::to_owned; };
    Lines Reading "a half-move a line": |d| { d.between = ["\n", "\n"]; d.lines = str::to_owned; };
    Lines Reading "columns": |d| { d.between = ["\t\t", "\n"]; d.lines = str::to_owned; };
    Lines Reading "two columns of pairs": |d| d.lines = |text| wrapped(text, 24);
    Lines Reading "narrow": |d| d.lines = |text| wrapped(text, 6);
    Lines Reading "blank lines between": |d| d.lines = |text| wrapped(text, 79).replace('\n', "\n\n");
    Lines Reading "indented": |d| d.lines = |text| wrapped(text, 60).replace('\n', "\n        ");
    Lines Reading "trailing blanks": |d| d.lines = |text| wrapped(text, 60).replace('\n', "   \n");
    Lines Reading "cut inside words": |d| d.lines = |text| {
        let letters: Vec<char> = wrapped(text, 100_000).chars().collect();
        let lines = letters.chunks(150).map(|line| line.iter().collect::<String>());
        lines.collect::<Vec<String>>().join("\n")
    };
    Head Reading "no tags": |d| d.head = |_| String::new();
    Head Reading "tags on one line": |d| d.head = |result| format!("[Event \"x\"] [White \"A\"] [Black \"B\"] [Result \"{result}\"] ");
    Head Reading "no blank line": |d| d.head = |result| format!("[Event \"x\"]\n[Result \"{result}\"]\n");
    Head Reading "curly quotes": |d| d.head = |result| format!("[Event “x”]\n[Result ‘{result}’]\n\n");
    Head Reading "single quotes": |d| d.head = |result| format!("[Event 'A club']\n[Result '{result}']\n\n");
    Head Reading "no quotes": |d| d.head = |result| format!("[Event A club]\n[White Smith, J.]\n[Result {result}]\n\n");
    Head Reading "no closing bracket": |d| d.head = |result| format!("[Event \"A club\"\n[Result \"{result}\"\n\n");
    Head Reading "blanks inside": |d| d.head = |result| format!("[ Event \"x\" ]\n [ Result   \"{result}\" ]\n\n");
    Head Reading "small names": |d| d.head = |result| format!("[event \"x\"]\n[result \"{result}\"]\n\n");
    Head Reading "White: A": |d| d.head = |_| "White: Smith\nBlack: Jones\nDate: 12/11/1997\n\n".to_owned();
    Head Reading "A - B": |d| d.head = |result| format!("Smith - Jones {result}\n\n");
    Head Reading "a greeting": |d| d.head = |_| "Hello,\nhere is our game from the club, I was White.\n\n".to_owned();
    Head Reading "mail": |d| d.head = |_| "From: smith@example.org\nTo: bot@example.org\nDate: Mon, 30 Nov 1998 21:04:00 +0100\nSubject: game of round 3\n\n".to_owned();
    Head Reading "comment first": |d| d.head = |_| "{Our game of 1. e4}\n\n".to_owned();
    Head Reading "percent line": |d| d.head = |_| "% written by hand: 1. e4 e5\n".to_owned();
    Tail Reading "no result": |d| d.tail = |_| "\n".to_owned();
    Tail Reading "no newline": |d| { d.tail = |result| format!(" {result}"); d.lines = |text| wrapped(text, 79).trim_end().to_owned(); };
    Tail Reading "1:0": |d| d.tail = |result| format!(" {}\n", result.replace('-', ":"));
    Tail Reading "1–0": |d| d.tail = |result| format!(" {}\n", result.replace('-', "–").replace("1/2", "½"));
    Tail Reading "1 - 0": |d| d.tail = |result| format!(" {}\n", result.replace('-', " - "));
    Tail Reading "1-0.": |d| d.tail = |result| format!(" {result}.\n");
    Tail Reading "(1-0)": |d| d.tail = |result| format!(" ({result})\n");
    Tail Reading "{1-0}": |d| d.tail = |result| format!(" {{{result}}}\n");
    Tail Reading "{White mates} 1-0": |d| d.tail = |result| format!(" {{White wins}} {result}\n");
    Tail Reading "White wins": |d| d.tail = |_| " White wins\n".to_owned();
    Tail Reading "1-0 gg": |d| d.tail = |result| format!(" {result} gg, thanks\n");
    Tail Reading "Black resigns 1-0": |d| d.tail = |result| format!(" Black resigns {result}\n");
    Tail Reading "number before result": |d| d.tail = |result| format!(" 99. {result}\n");
    Tail Reading "result twice": |d| d.tail = |result| format!(" {result} {result}\n");
    Tail Reading "signature": |d| d.tail = |result| format!(" {result}\n");
    Carrier Reading "> quoted": each_line!(|line| format!("> {line}"));
    Carrier Reading ">>quoted": each_line!(|line| format!(">>{line}"));
    Carrier Reading "JD> quoted": each_line!(|line| format!("JD> {line}"));
    Carrier Reading "| quoted": each_line!(|line| format!("| {line}"));
    Carrier Reading ": quoted": each_line!(|line| format!(": {line}"));
    Carrier Reading "quoted-printable": |d| d.carrier = quoted_printable;
    Carrier Reading "colours": |d| d.carrier = |text| text.replace('N', "\u{3}04N\u{f}").replace("Q", "\u{2}Q\u{2}");
    Carrier Reading "colours on colours": |d| d.carrier = |text| text.replace('N', "\u{3}04,01N\u{f}").replace('B', "\u{3}4,1B\u{f}");
    Carrier Reading "whole lines coloured": each_line!(|line| format!("\u{3}03{line}\u{f}"));
    Carrier Reading "hex colours": |d| d.carrier = |text| text.replace('N', "\u{4}ff0000N\u{4}").replace('K', "\u{1d}K\u{1d}");
    Carrier Reading "terminal colours": |d| d.carrier = |text| text.replace('N', "\u{1b}[1;31mN\u{1b}[0m");
    Carrier Reading "web page": |d| d.carrier = |text| {
        let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
        format!("<html><body><p>\n{}</p></body></html>\n", escaped.replace('\n', "<br>\n"))
    };
    Carrier Reading "&nbsp;": |d| d.carrier = |text| text.replace(". ", ".&nbsp;").replace(" N", "&nbsp;N");
    Carrier Reading "&nbsp everywhere": |d| d.carrier = |text| text.replace(' ', "&nbsp;");
    Carrier Reading "&#160;": |d| d.carrier = |text| text.replace(". ", ".&#160;").replace('-', "&#45;").replace('=', "&#x3D;");
    Carrier Reading "entities without end": |d| d.carrier = |text| text.replace(". ", ".&nbsp ");
    Carrier Reading "twice escaped": |d| d.carrier = |text| text.replace(". ", ".&amp;nbsp;").replace('"', "&amp;quot;");
    Carrier Reading "bold moves": |d| d.carrier = |text| text.replace("Qd4+", "<b>Qd4+</b>").replace("Nf3", "<strong>Nf3</strong>");
    Carrier Reading "[pgn]": |d| d.carrier = |text| format!("[pgn]\n{text}[/pgn]\n");
    Carrier Reading "[b]": |d| d.carrier = |text| text.replace("Nf3", "[b]Nf3[/b]");
    Carrier Reading "fence": |d| d.carrier = |text| format!("```\n{text}```\n");
    Carrier Reading "fence pgn": |d| d.carrier = |text| format!("```pgn\n{text}```\n");
    Carrier Reading "asterisks": |d| d.carrier = |text| text.replace("Nf3", "**Nf3**").replace("Nc3", "*Nc3*");
    Carrier Reading "mirc log": |d| { d.head = |_| String::new(); d.lines = |text| wrapped(text, 200); d.carrier = |text| logged(text, "[21:04] <Smith> "); };
    Carrier Reading "irssi log": |d| { d.head = |_| String::new(); d.lines = |text| wrapped(text, 200); d.carrier = |text| logged(text, "21:04 < Smith> "); };
    Carrier Reading "operator's log": |d| { d.head = |_| String::new(); d.lines = |text| wrapped(text, 200); d.carrier = |text| logged(text, "21:04:33 <@Smith> "); };
    Carrier Reading "date log": |d| { d.head = |_| String::new(); d.lines = |text| wrapped(text, 200); d.carrier = |text| logged(text, "1998-11-30 21:04:33 <Smith> "); };
    Carrier Reading "month log": |d| { d.head = |_| String::new(); d.lines = |text| wrapped(text, 200); d.carrier = |text| logged(text, "Nov 30 21:04:33 <Smith>\t"); };
    Carrier Reading "weechat log": |d| { d.head = |_| String::new(); d.lines = |text| wrapped(text, 200); d.carrier = |text| logged(text, "21:04:33 Smith | "); };
    Carrier Reading "(stamp) nick:": |d| { d.head = |_| String::new(); d.lines = |text| wrapped(text, 200); d.carrier = |text| logged(text, "(21:04:33) Smith: "); };
    Carrier Reading "<nick>": |d| { d.head = |_| String::new(); d.lines = |text| wrapped(text, 200); d.carrier = |text| logged(text, "<Smith> "); };
    Carrier Reading "nick:": |d| { d.head = |_| String::new(); d.lines = |text| wrapped(text, 200); d.carrier = |text| logged(text, "Smith: "); };
    Carrier Reading "nick>": |d| { d.head = |_| String::new(); d.lines = |text| wrapped(text, 200); d.carrier = |text| logged(text, "Smith> "); };
    Carrier Reading "-nick-": |d| { d.head = |_| String::new(); d.lines = |text| wrapped(text, 200); d.carrier = |text| logged(text, "-Smith- "); };
    Carrier Reading "* nick": |d| { d.head = |_| String::new(); d.lines = |text| wrapped(text, 200); d.carrier = |text| logged(text, "* Smith "); };
    Carrier Reading "two players' log": |d| { d.head = |_| String::new(); d.between = ["\n", "\n"]; d.lines = str::to_owned; d.carrier = two_speakers; };
    Bytes Reading "CRLF": |d| d.bytes = |text| text.replace('\n', "\r\n").into_bytes();
    Bytes Reading "CR": |d| d.bytes = |text| text.replace('\n', "\r").into_bytes();
    Bytes Reading "CRCRLF": |d| d.bytes = |text| text.replace('\n', "\r\r\n").into_bytes();
    Bytes Reading "BOM": |d| d.bytes = |text| format!("\u{feff}{text}").into_bytes();
    Bytes Reading "UTF-16": |d| d.bytes = |text| utf_16(&format!("\u{feff}{text}"), u16::to_le_bytes);
    Bytes Reading "UTF-16BE": |d| d.bytes = |text| utf_16(&format!("\u{feff}{text}"), u16::to_be_bytes);
    Bytes Reading "UTF-16 unmarked": |d| d.bytes = |text| utf_16(text, u16::to_le_bytes);
    Bytes Reading "UTF-16BE unmarked": |d| d.bytes = |text| utf_16(text, u16::to_be_bytes);
    Bytes Reading "NUL between": |d| d.bytes = |text| text.replace(" N", "\0 N").into_bytes();
    Bytes Reading "NUL for blank": |d| d.bytes = |text| text.replace(" N", "\0N").into_bytes();
    Bytes Reading "NUL at the end": |d| d.bytes = |text| format!("{text}\0\0\0").into_bytes();
    Bytes Reading "DOS end": |d| d.bytes = |text| format!("{text}\u{1a}").into_bytes();
    Bytes Reading "Windows-1252": |d| d.bytes = windows_1252;
    Bytes Reading "escape characters": |d| d.bytes = |text| text.replace(" Q", " \u{1}Q").into_bytes();
    Bytes Reading "zero width": |d| d.bytes = |text| text.replace('N', "N\u{200b}").replace(' ', "\u{2009}").into_bytes();
}

fn piece_name(letter: &str) -> &str {
    match letter {
        "Q" => "Queen",
        "R" => "Rook",
        "B" => "Bishop",
        "N" => "Knight",
        other => other,
    }
}

fn fullwidth(letter: char) -> char {
    match letter {
        '!'..='~' => char::from_u32(letter as u32 + 0xfee0).unwrap_or(letter),
        other => other,
    }
}

fn quoted_printable(text: &str) -> String {
    let mut mail = String::new();
    for line in text.lines() {
        let mut column = 0;
        for letter in line.chars() {
            let mut bytes = [0; 4];
            let coded = match letter {
                ' '..='<' | '>'..='~' => letter.to_string(),
                _ => letter
                    .encode_utf8(&mut bytes)
                    .bytes()
                    .map(|byte| format!("={byte:02X}"))
                    .collect(),
            };
            if column + coded.len() > 60 {
                mail.push_str("=\n");
                column = 0;
            }
            column += coded.len();
            mail.push_str(&coded);
        }
        mail.push('\n');
    }
    mail
}

fn logged(text: &str, before: &str) -> String {
    let mut log = String::new();
    for line in text.lines() {
        log.push_str(before);
        log.push_str(line);
        log.push('\n');
    }
    log + before + "good game, thanks\n"
}

fn two_speakers(text: &str) -> String {
    let mut log = String::new();
    for (index, line) in text.lines().enumerate() {
        let nick = ["Smith", "Jones"][index % 2];
        log.push_str(&format!("[21:{:02}] <{nick}> {line}\n", index % 60));
        if index % 9 == 4 {
            log.push_str("[21:59] <Viewer> what a position\n");
        }
    }
    log
}

fn utf_16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(order).collect()
}

fn windows_1252(text: &str) -> Vec<u8> {
    let letters = text.replace("\"A\"", "\"Ä–é\"");
    letters
        .chars()
        .flat_map(|letter| match letter {
            '–' => vec![0x96],
            '—' => vec![0x97],
            '…' => vec![0x85],
            '“' => vec![0x93],
            '”' => vec![0x94],
            '‘' => vec![0x91],
            '’' => vec![0x92],
            _ => match u8::try_from(letter as u32) {
                Ok(byte) => vec![byte],
                Err(_) => letter.to_string().into_bytes(),
            },
        })
        .collect()
}
