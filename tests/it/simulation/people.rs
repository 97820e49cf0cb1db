//! What players and directors say: what makes sense just now, most of the time.

pub use super::cast::Cast;
use super::cast::DIRECTORS;
use super::season::{Link, Season};
use crate::support::stage::Proof;
use chessmasters::ports::Place;
use chessmasters::tournament::{
    BoardRef, BoardStatus, EntryStatus, Ground, LAST_SECOND, Phase, Round, Tournament,
};
use chessmasters::vocabulary::{Color, Span, TournamentId};

/// Said by anybody, anywhere; most of it wrong.
const NONSENSE: [&str; 44] = [
    "help",
    "help report",
    "tournaments",
    "info",
    "players",
    "pairings",
    "pairings 99",
    "results",
    "results 1",
    "standings",
    "opponent",
    "when",
    "me",
    "why",
    "why 1.1",
    "why 99.99",
    "register",
    "preregister",
    "withdraw",
    "withdraw Nobody",
    "present",
    "present Nobody",
    "report",
    "report won",
    "report lost",
    "report 1-0",
    "report Ada 1-0 Bob",
    "report Bob 1-0 Ada",
    "report Nobody 1-0 Ada",
    "confirm",
    "explain it was a draw",
    "tz Europe/Berlin",
    "tz Nowhere",
    "playing",
    "interrupted",
    "resumed",
    "reprot won",
    "1-0",
    "pair",
    "publish",
    "undo",
    "result 1.1 1-0 because",
    "preflight",
    "sweep",
];

impl Season {
    /// Somebody does something.
    pub fn act(&mut self) {
        match self.below(100) {
            0..=9 => self.nonsense(),
            10..=16 => self.fault(),
            17..=24 => self.coming_and_going(),
            _ => self.sensible(),
        }
    }

    fn nonsense(&mut self) {
        let who = match self.below(6) {
            0 => "Stranger".to_owned(),
            _ => self.cast.anybody(&mut self.lots),
        };
        let mut text = self.pick(&NONSENSE).expect("some").to_owned();
        if self.chance(30) {
            text = format!("{text} #{}", self.below(4));
        }
        if self.chance(10) {
            let cut = self.below(text.len() as u64 + 1) as usize;
            text.truncate(cut);
            text.push('x');
        }
        // A stranger may show a player's nick, and proves nothing by it.
        let proof = match self.below(6) {
            0 => Proof::Stranger,
            1 => Proof::Unchecked,
            _ => Proof::Identified,
        };
        let place = self.place();
        if proof == Proof::Identified && text.starts_with("present") && place == Place::Channel {
            return;
        }
        self.say(&who, proof, place, &text, Span::ZERO);
    }

    fn place(&mut self) -> Place {
        if self.lots.coin() {
            Place::Channel
        } else {
            Place::Private
        }
    }

    /// An identified player says something.
    fn player_says(&mut self, who: &str, text: &str) {
        let place = self.place();
        self.say(who, Proof::Identified, place, text, Span::ZERO);
    }

    /// A director orders something in private; the other one may do so in the same moment.
    pub fn order(&mut self, text: &str) {
        let who = self.pick(&DIRECTORS).expect("two");
        self.say(who, Proof::Identified, Place::Private, text, Span::ZERO);
        if self.chance(10) {
            let other = DIRECTORS
                .into_iter()
                .find(|name| *name != who)
                .expect("two");
            self.say(other, Proof::Identified, Place::Private, text, Span::ZERO);
        }
    }

    /// Something that makes sense where things stand.
    pub fn sensible(&mut self) {
        if self.link != Link::On {
            return;
        }
        let live = self.live();
        if self.to_make > 0 && (live.is_empty() || self.chance(5)) {
            self.create();
            return;
        }
        let Some(id) = self.pick(&live) else {
            return;
        };
        match self.tournament(id).phase {
            Phase::Draft => self.prepare(id),
            Phase::Announced | Phase::Registration => self.gather(id),
            Phase::Running => self.run(id),
            Phase::Finished | Phase::Cancelled => {}
        }
    }

    fn create(&mut self) {
        let before = self.laws.society.tournaments.len();
        let name = format!(
            "tournament new Open {}",
            ["A", "B", "C", "D"][before.min(3)]
        );
        self.order(&name);
        if self.laws.society.tournaments.len() > before {
            self.to_make -= 1;
        }
    }

    /// A draft gets its settings, one lot of them at once, and is announced or opened.
    fn prepare(&mut self, id: TournamentId) {
        let paces = [
            ["30s", "5s", "20s", "2s", "8s", "3s"],
            ["40s", "0s", "15s", "1s", "10s", "0s"],
            ["10m", "2m", "5m", "20s", "1m", "30s"],
            ["5h", "30m", "2h", "2m", "20m", "5m"],
            ["26h", "3h", "12h", "10m", "2h", "1h"],
            ["7d", "2h30m", "24h", "10m", "2h", "10m"],
        ];
        let pace = self.pick(&paces).expect("some");
        let keys = [
            "checkin_before_deadline",
            "round_length",
            "checkin_window",
            "absence_grace",
            "absence_stretch",
            "publish_pause",
        ];
        let values = [pace[1], pace[0], pace[2], pace[3], pace[4], pace[5]];
        for (key, value) in keys.into_iter().zip(values) {
            self.order(&format!("tournament set #{id} {key} {value}"));
        }
        let formats = [
            "swiss",
            "swiss",
            "swiss",
            "round_robin",
            "double_round_robin",
            "knockout",
        ];
        let more = [
            format!("format {}", self.pick(&formats).expect("some")),
            // Where it is no knockout this is refused.
            format!("third_place {}", self.pick(&["yes", "no"]).expect("some")),
            format!("rounds {}", 1 + self.below(6)),
            format!("rules {}", self.pick(&["2026", "2017"]).expect("some")),
            format!(
                "acceleration {}",
                self.pick(&["none", "baku"]).expect("some")
            ),
            format!(
                "pairing {}",
                self.pick(&["auto", "auto", "auto", "manual"])
                    .expect("some")
            ),
            format!(
                "next_round {}",
                self.pick(&["at_once", "at_deadline"]).expect("some")
            ),
        ];
        for setting in more {
            self.order(&format!("tournament set #{id} {setting}"));
        }
        if pace[0] == "7d" && self.lots.coin() {
            self.order(&format!("tournament set #{id} zone Europe/Berlin"));
            self.order(&format!("tournament set #{id} deadline_at sunday 20:00"));
        }
        if self.chance(30) {
            self.order(&format!("tournament set #{id} registration_opens 30s"));
        }
        if self.chance(30) {
            self.order(&format!("tournament set #{id} registration_closes 5m"));
        }
        let next = if self.lots.coin() { "announce" } else { "open" };
        self.order(&format!("tournament {next} #{id}"));
    }

    fn gather(&mut self, id: TournamentId) {
        let entered = self.tournament(id).active_entries().count();
        let (almost_all, phase) = (self.cast.players.len() * 3 / 4, self.tournament(id).phase);
        match self.below(40) {
            0 => self.order(&format!("tournament open #{id}")),
            1 => {
                let who = self.cast.player(&mut self.lots);
                self.order(&format!("admit {who} #{id}"));
            }
            2 => {
                let who = self.cast.player(&mut self.lots);
                self.player_says(&who, &format!("withdraw #{id}"));
            }
            3..=5 if phase == Phase::Announced => self.order(&format!("tournament open #{id}")),
            3..=6 if entered >= almost_all.max(2) => self.order(&format!("tournament start #{id}")),
            _ => {
                for _ in 0..=self.below(4) {
                    let who = self.cast.player(&mut self.lots);
                    let word = self
                        .pick(&["register", "register", "preregister"])
                        .expect("some");
                    self.player_says(&who, &format!("{word} #{id}"));
                }
            }
        }
    }

    fn run(&mut self, id: TournamentId) {
        let tournament = self.tournament(id).clone();
        if let Some(draft) = tournament.draft_round()
            && self.chance(40)
        {
            self.edit(id, &tournament, draft);
            return;
        }
        let open: Vec<&Round> = tournament
            .rounds
            .iter()
            .filter(|round| round.is_open())
            .collect();
        match self.pick(&open) {
            Some(round) if self.chance(85) => self.play_board(&tournament, round),
            Some(_) => self.rule_over(id, &tournament),
            None if self.chance(30) => self.order(&format!("pair #{id}")),
            None => self.rule_over(id, &tournament),
        }
    }

    /// Somebody's name in a tournament.
    fn entrant(&mut self, tournament: &Tournament) -> String {
        let names: Vec<&str> = tournament.entries.iter().map(|e| e.name.as_str()).collect();
        self.pick(&names).unwrap_or("Nobody").to_owned()
    }

    fn edit(&mut self, id: TournamentId, tournament: &Tournament, draft: &Round) {
        let (one, other) = (self.entrant(tournament), self.entrant(tournament));
        let confirm = if self.chance(30) { " confirm" } else { "" };
        match self.below(8) {
            0 => self.order(&format!("preview #{id}")),
            1 => self.order(&format!("swap #{id} {one} {other}{confirm}")),
            2 => self.order(&format!("pair #{id} {one} {other}{confirm}")),
            3 => {
                let kind = self.pick(&["", " half", " zero", " full"]).expect("some");
                self.order(&format!("bye #{id} {one}{kind}{confirm}"));
            }
            4 => self.order(&format!("hold #{id}")),
            5 | 6 => self.order(&format!("publish #{id}")),
            _ => self.rule_over(id, tournament),
        }
        let _ = draft;
    }

    /// The two at a board of an open round say what players say.
    fn play_board(&mut self, tournament: &Tournament, round: &Round) {
        let Some(board) = self.pick(&round.boards) else {
            return;
        };
        let id = tournament.id;
        let color = if self.lots.coin() {
            Color::White
        } else {
            Color::Black
        };
        let entry = tournament.entry(board.players[color]);
        let (who, rival) = (
            entry.name.clone(),
            tournament.name_of(board.players[!color]).to_owned(),
        );
        let at = format!("{}.{}", round.number, board.number);
        let in_dispute = matches!(
            board.status,
            BoardStatus::Disputed { .. } | BoardStatus::WithDirector { .. }
        );
        if in_dispute && self.chance(50) {
            let result = self.result();
            self.order(&format!("result #{id} {at} {result} heard both"));
            return;
        }
        match self.below(23) {
            19..=21 => self.sends_moves(&who, &at),
            0..=6 => self.present(id, &who),
            7 | 8 => self.player_says(&who, &format!("report won #{id}")),
            9 | 10 => self.player_says(&who, &format!("report lost #{id}")),
            11 => self.player_says(&who, &format!("report drew #{id}")),
            12 => self.player_says(&who, &format!("report {who} 1-0 {rival} #{id}")),
            13 | 14 => self.player_says(&who, &format!("confirm #{id}")),
            15 => self.player_says(&who, &format!("playing #{id}")),
            16 => self.player_says(&rival, &format!("playing #{id}")),
            17 => self.player_says(&who, &format!("interrupted #{id}")),
            18 => self.player_says(&who, &format!("resumed #{id}")),
            _ => self.player_says(&who, &format!("explain #{id} my clock stood still")),
        }
    }

    /// A player sends moves, sound or not, whole or not; a director may ask for them.
    fn sends_moves(&mut self, who: &str, at: &str) {
        const LINES: [&str; 6] = [
            "1. f3 e5 2. g4 Qh4#",
            "1. e4 e5 2. Ke2",
            "3. Nf3 1/2-1/2",
            "1. e4 Qh9",
            "end",
            "discard",
        ];
        if self.chance(10) {
            self.order(&format!("ask score {at}"));
        }
        for _ in 0..3 {
            let line = self.pick(&LINES).expect("some");
            self.say(who, Proof::Identified, Place::Private, line, Span::ZERO);
        }
        self.say(
            who,
            Proof::Identified,
            Place::Private,
            "end anyway",
            Span::ZERO,
        );
    }

    fn result(&mut self) -> &'static str {
        self.pick(&["1-0", "0-1", "1-0", "0-1", "1/2", "+/-", "-/+", "-/-"])
            .expect("some")
    }

    /// A player checks in; whether that is in time is noted here, by the simulation's own reading of the rules.
    fn present(&mut self, id: TournamentId, who: &str) {
        let waits = self.chance(20);
        self.event(chessmasters::ports::Event::Woken);
        if self.link != Link::On || self.disk_full {
            return;
        }
        let tournament = self.tournament(id);
        let room = tournament
            .settings
            .checkin_before_deadline
            .as_ms()
            .clamp(0, 20_000);
        let waited = match waits && room > 0 {
            true => Span::from_ms(self.below(u64::try_from(room).expect("positive")) as i64),
            false => Span::ZERO,
        };
        let said_at = self.stage.now - waited;
        let seat = self.only_seat(id, who).filter(|(at, _)| {
            let board = self.laws.society.board(*at).expect("it is there");
            let settings = &self.tournament(id).settings;
            let opens = board.timing.cutoff - settings.checkin_window;
            let open = said_at >= opens && said_at < board.timing.cutoff + LAST_SECOND;
            let waits = match &board.status {
                BoardStatus::Unplayed => !board.is_in_progress(),
                BoardStatus::Provisional { ground, .. } => *ground == Ground::Cutoff,
                BoardStatus::MustPlay
                | BoardStatus::Disputed { .. }
                | BoardStatus::WithDirector { .. }
                | BoardStatus::Final { .. }
                | BoardStatus::Ruled { .. } => false,
            };
            open && waits
        });
        self.laws.in_time.extend(seat);
        let text = format!("present #{id}");
        self.say(who, Proof::Identified, Place::Channel, &text, waited);
    }

    /// Where somebody sits, if that is one unsettled board only.
    fn only_seat(&self, id: TournamentId, who: &str) -> Option<(BoardRef, Color)> {
        let tournament = self.tournament(id);
        let entry = tournament.entry_of(&Season::account(who))?;
        let public = tournament.rounds.iter().filter(|round| round.is_public());
        let seats: Vec<_> = public
            .filter_map(|round| round.board_of(entry.number).map(|seat| (round, seat)))
            .filter(|(_, (board, _))| board.status.settled().is_none())
            .collect();
        match seats.as_slice() {
            [(round, (board, color))] => Some((
                BoardRef {
                    tournament: id,
                    round: round.number,
                    board: board.number,
                },
                *color,
            )),
            [] | [_, _, ..] => None,
        }
    }

    /// What directors do beside the boards.
    fn rule_over(&mut self, id: TournamentId, tournament: &Tournament) {
        let who = self.entrant(tournament);
        let newcomer = self.cast.player(&mut self.lots);
        let round = 1 + self.below(tournament.rounds.len().max(1) as u64);
        let board = 1 + self.below(4);
        let result = self.result();
        let span = self
            .pick(&["10s", "5m", "2h", "1d", "-5s", "-1h"])
            .expect("some");
        let out = match tournament
            .entry_of(&Season::account(&who))
            .map(|entry| entry.status)
        {
            Some(EntryStatus::Withdrawn(_)) => "reenter",
            Some(EntryStatus::Active) | None => "expel",
        };
        match self.below(24) {
            0 => self.order(&format!("{out} {who} #{id}")),
            1 => self.player_says(&who, &format!("withdraw #{id}")),
            2 => self.order(&format!("reenter {who} #{id}")),
            3 => self.order(&format!("admit {newcomer} half #{id}")),
            4 | 5 => self.order(&format!("result #{id} {round}.{board} {result} so I say")),
            6 => self.order(&format!("undo #{id} {round}.{board}")),
            7 => self.order(&format!("extend #{id} {round} {span} it is late")),
            8 => self.order(&format!("extend #{id} {round}.{board} {span} it is late")),
            9 => self.order(&format!("excuse {who} #{id} is ill")),
            10 => self.order(&format!("present {who} #{id}")),
            11 => self.order(&format!("withdraw {who} deserted #{id}")),
            12 => self.order(&format!("pair #{id} anyway")),
            13 => self.order(&format!("sweep #{id}")),
            14 => self.order(&format!("preflight #{id}")),
            15 => self.order(&format!("why #{id} {round}.{board}")),
            16 => self.order("say good luck to all"),
            17 => self.order(&format!("assistant add {newcomer} #{id}")),
            18 => self.order(&format!("tournament set #{id} checkin_window 1h")),
            19 => self.order(&format!("tournament set #{id} rounds {}", round + 1)),
            20 => self.order(&format!("tournament set #{id} absence_grace 1h")),
            21 if self.chance(20) => self.order(&format!("tournament finish #{id} confirm")),
            22 if self.chance(10) => self.order(&format!("tournament cancel #{id} confirm")),
            _ => self.order(&format!("disputes #{id}")),
        }
    }

    /// At the end of the season directors bring a tournament to its end.
    pub fn tidy_up(&mut self, id: TournamentId, turn: u32) {
        self.answer_late();
        if turn > 200 {
            self.order(&format!("tournament cancel #{id} confirm"));
            return;
        }
        let tournament = self.tournament(id).clone();
        match tournament.phase {
            Phase::Draft => return self.order(&format!("tournament cancel #{id} confirm")),
            Phase::Announced | Phase::Registration => {
                self.order(&format!("tournament start #{id}"));
                if self.tournament(id).phase != Phase::Running {
                    self.order(&format!("tournament cancel #{id} confirm"));
                }
                return;
            }
            Phase::Running => {}
            Phase::Finished | Phase::Cancelled => return,
        }
        for round in tournament.rounds.iter().filter(|round| round.is_open()) {
            for board in &round.boards {
                let waits = matches!(
                    board.status,
                    BoardStatus::Disputed { .. } | BoardStatus::WithDirector { .. }
                );
                if waits {
                    let at = format!("{}.{}", round.number, board.number);
                    self.order(&format!("result #{id} {at} 1-0 to get on"));
                }
            }
        }
        let resting = tournament.rounds.iter().all(|round| !round.is_open());
        if let Some(draft) = self.tournament(id).draft_round() {
            let number = draft.number;
            self.order(&format!("publish #{id}"));
            let stuck = self
                .tournament(id)
                .draft_round()
                .is_some_and(|d| d.number == number);
            if stuck {
                self.order(&format!("tournament finish #{id} confirm"));
            }
        } else if resting {
            self.order(&format!("pair #{id}"));
            if self.live().contains(&id) && self.tournament(id).draft_round().is_none() {
                self.order(&format!("tournament finish #{id} confirm"));
            }
        }
    }
}
