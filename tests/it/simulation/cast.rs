//! The people of a season: their accounts, the nicks they show, and whether they are there.

use crate::support::stage::Stage;
use chessmasters::lots::Lots;

/// Where somebody is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whereabouts {
    Here,
    Gone,
    /// On the other side of a split.
    CutOff,
}

#[derive(Clone, Debug)]
struct Member {
    name: String,
    nick: String,
    whereabouts: Whereabouts,
}

pub struct Cast {
    members: Vec<Member>,
    /// Who plays; the others direct.
    pub players: Vec<String>,
}

/// Society-wide directors, by the settings.
pub const DIRECTORS: [&str; 2] = ["Boss", "Dora"];

const NAMES: [&str; 24] = [
    "Ada", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim", "Lou", "Max",
    "Ned", "Oda", "Pia", "Quin", "Rex", "Sue", "Tom", "Una", "Vic", "Wes", "Xia",
];

impl Cast {
    pub fn new(lots: &mut Lots) -> Cast {
        let count = 2 + lots.below(lots.clone().below(23) + 1) as usize;
        let players: Vec<String> = NAMES[..count].iter().map(|n| (*n).to_owned()).collect();
        let directors = DIRECTORS.iter().map(|name| (*name).to_owned());
        let members = players.iter().cloned().chain(directors).map(|name| Member {
            nick: name.clone(),
            whereabouts: Whereabouts::Gone,
            name,
        });
        Cast {
            members: members.collect(),
            players,
        }
    }

    fn member(&self, name: &str) -> &Member {
        let found = self.members.iter().find(|member| member.name == name);
        found.expect("they are in the cast")
    }

    fn member_mut(&mut self, name: &str) -> &mut Member {
        let found = self.members.iter_mut().find(|member| member.name == name);
        found.expect("they are in the cast")
    }

    /// The nick somebody shows, and their account.
    pub fn nick_of(&self, name: &str) -> (String, String) {
        match self.members.iter().find(|member| member.name == name) {
            Some(member) => (member.nick.clone(), member.name.clone()),
            None => (name.to_owned(), name.to_owned()),
        }
    }

    pub fn anybody(&self, lots: &mut Lots) -> String {
        let limit = self.members.len() as u64;
        self.members[lots.below(limit) as usize].name.clone()
    }

    pub fn player(&self, lots: &mut Lots) -> String {
        self.players[lots.below(self.players.len() as u64) as usize].clone()
    }

    pub fn is_here(&self, name: &str) -> bool {
        self.member(name).whereabouts == Whereabouts::Here
    }

    pub fn is_cut_off(&self, name: &str) -> bool {
        self.member(name).whereabouts == Whereabouts::CutOff
    }

    pub fn come(&mut self, name: &str) {
        let member = self.member_mut(name);
        member.nick.clone_from(&member.name);
        member.whereabouts = Whereabouts::Here;
    }

    pub fn leave(&mut self, name: &str) {
        self.member_mut(name).whereabouts = Whereabouts::Gone;
    }

    pub fn rename(&mut self, name: &str, nick: &str) {
        nick.clone_into(&mut self.member_mut(name).nick);
    }

    /// A split takes some of those who are here.
    pub fn cut_off(&mut self, lots: &mut Lots, stage: &mut Stage) -> Vec<(String, String)> {
        let mut taken = Vec::new();
        for member in &mut self.members {
            if member.whereabouts == Whereabouts::Here && lots.coin() {
                member.whereabouts = Whereabouts::CutOff;
                stage.people.remove(&member.nick);
                taken.push((member.nick.clone(), member.name.clone()));
            }
        }
        taken
    }

    /// Those a split took are back.
    pub fn come_back(&mut self, stage: &mut Stage) -> Vec<(String, String)> {
        let mut back = Vec::new();
        for member in &mut self.members {
            if member.whereabouts == Whereabouts::CutOff {
                member.whereabouts = Whereabouts::Here;
                stage
                    .people
                    .insert(member.nick.clone(), Some(member.name.clone()));
                back.push((member.nick.clone(), member.name.clone()));
            }
        }
        back
    }

    /// Everybody is here with their own nick, before the bot looks.
    pub fn all_come(&mut self, stage: &mut Stage) {
        stage.people.clear();
        for member in &mut self.members {
            member.nick.clone_from(&member.name);
            member.whereabouts = Whereabouts::Here;
            stage
                .people
                .insert(member.nick.clone(), Some(member.name.clone()));
        }
    }
}
