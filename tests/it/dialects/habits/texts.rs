//! What stands between moves, around a game, and what becomes of a text on its way.

use super::super::writer::wrapped;
use super::{Group, Habit, Owed};

habits! {
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
