//! How single moves and their numbers are written.

use super::super::writer::Form;
use super::{Group, Habit, Owed};
use chessmasters::game::Role;

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
