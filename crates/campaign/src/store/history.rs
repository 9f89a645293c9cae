//! What people have said of findings: that two looks are one bug, or are not after all.
//!
//! Rows are only added. What holds is what was said last, so that every merge can be undone, and one can see who thought what
//! when. Nothing is folded away by a merge: findings keep their folders, and the counts of a campaign stay what they are.

use std::collections::BTreeMap;

use rusqlite::{OptionalExtension, params};

use super::{Kept, Store, damaged, name};
use crate::clock;
use crate::error::CampaignError;

pub(super) const TABLE: &str = "
CREATE TABLE history (
    id INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    finding INTEGER NOT NULL,
    action TEXT NOT NULL,
    other INTEGER,
    reason TEXT NOT NULL
);
";

/// Something that was said of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// When, in seconds since 1970.
    pub time: u64,
    /// `dup` or `undup`.
    pub action: String,
    /// The finding that it is a duplicate of.
    pub other: Option<String>,
    /// Why.
    pub reason: String,
}

/// Which looks are others: from the key of one to the key of the other.
#[derive(Debug, Clone, Default)]
pub struct Merges(BTreeMap<String, String>);

impl Merges {
    /// The look that one stands for in the end.
    pub fn root<'a>(&'a self, key: &'a str) -> &'a str {
        let mut root = key;
        // Whoever has written a circle with another program gets out of it.
        for _ in 0..=self.0.len() {
            match self.0.get(root) {
                Some(next) => root = next,
                None => break,
            }
        }
        root
    }

    /// Whether a look was said to be another.
    pub fn is_merged(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }
}

impl Store {
    /// Says that the look of a finding is that of another.
    pub fn merge(&self, kept: &Kept, other: &Kept, reason: &str) -> Result<(), CampaignError> {
        self.say(kept, "dup", Some(other), reason)
    }

    /// Says that it is not after all.
    pub fn unmerge(&self, kept: &Kept, reason: &str) -> Result<(), CampaignError> {
        self.say(kept, "undup", None, reason)
    }

    fn say(&self, kept: &Kept, action: &str, other: Option<&Kept>, reason: &str) -> Result<(), CampaignError> {
        let values = params![clock::now().cast_signed(), kept.id, action, other.map(|other| other.id), reason];
        self.connection
            .execute("INSERT INTO history (time, finding, action, other, reason) VALUES (?1, ?2, ?3, ?4, ?5)", values)
            .map(|_one| ())
            .map_err(|error| damaged(&self.path(), &error))
    }

    /// Which looks are others, as it was said last.
    pub fn merges(&self) -> Result<Merges, CampaignError> {
        self.query(|connection| {
            let mut merges = BTreeMap::new();
            let key = |id: i64| {
                let sql = "SELECT key FROM finding WHERE id = ?1";
                connection.query_row(sql, [id], |row| row.get::<_, String>(0)).optional()
            };
            let mut statement = connection.prepare("SELECT finding, other FROM history ORDER BY id")?;
            for row in statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, Option<i64>>(1)?)))? {
                let (finding, other) = row?;
                let Some(from) = key(finding)? else { continue };
                match other.map(key).transpose()?.flatten() {
                    Some(to) => merges.insert(from, to),
                    None => merges.remove(&from),
                };
            }
            Ok(Merges(merges))
        })
    }

    /// What was said of a finding.
    pub fn history(&self, kept: &Kept) -> Result<Vec<Said>, CampaignError> {
        self.query(|connection| {
            let sql = "SELECT time, action, other, reason FROM history WHERE finding = ?1 ORDER BY id";
            let mut statement = connection.prepare(sql)?;
            let rows = statement.query_map([kept.id], |row| {
                Ok(Said {
                    time: row.get::<_, i64>(0)?.cast_unsigned(),
                    action: row.get(1)?,
                    other: row.get::<_, Option<i64>>(2)?.map(name),
                    reason: row.get(3)?,
                })
            })?;
            rows.collect()
        })
    }
}
