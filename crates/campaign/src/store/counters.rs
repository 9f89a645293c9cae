//! What was done, in buckets of a minute: rows that only grow, by source, configuration and verdict.
//!
//! Sums over all minutes are kept in memory while a campaign runs, so that telling how far it has come does not get slower
//! with the days.

use std::collections::BTreeMap;
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, params};

use super::Done;
use crate::status::{ConfigurationStatus, Counts, Status};
use crate::tally::{Configured, Verdict};

/// `minute` is in minutes since 1970, `cpu` in microseconds.
pub(super) const TABLES: &str = "
CREATE TABLE counts (minute INTEGER, source TEXT, counts TEXT NOT NULL, PRIMARY KEY (minute, source)) WITHOUT ROWID;
CREATE TABLE config (id INTEGER PRIMARY KEY, compiler TEXT, version TEXT, level TEXT, UNIQUE (compiler, version, level));
CREATE TABLE counter (
    minute INTEGER,
    source TEXT,
    config INTEGER,
    verdict TEXT,
    n INTEGER NOT NULL,
    cpu INTEGER NOT NULL,
    PRIMARY KEY (minute, source, config, verdict)
) WITHOUT ROWID;
CREATE TABLE shows (finding INTEGER, config INTEGER, PRIMARY KEY (finding, config)) WITHOUT ROWID;
";

/// How often, and for how much CPU time.
#[derive(Debug, Clone, Copy, Default)]
struct Times {
    n: u64,
    cpu: Duration,
}

/// Sums over all minutes.
#[derive(Debug, Default)]
pub(super) struct Totals {
    sources: BTreeMap<String, Counts>,
    configs: BTreeMap<i64, Configured>,
    verdicts: BTreeMap<(i64, Verdict), Times>,
}

impl Totals {
    /// What a database has.
    pub(super) fn load(connection: &Connection) -> rusqlite::Result<Totals> {
        let mut totals = Totals::default();
        let mut statement = connection.prepare("SELECT source, counts FROM counts")?;
        for row in statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))? {
            let (source, counts) = row?;
            totals.sources.entry(source).or_default().add(&parsed(&counts));
        }
        let mut statement = connection.prepare("SELECT id, compiler, version, level FROM config")?;
        for row in statement.query_map([], |row| {
            Ok((row.get(0)?, Configured { compiler: row.get(1)?, version: row.get(2)?, level: row.get(3)? }))
        })? {
            let (id, configured) = row?;
            totals.configs.insert(id, configured);
        }
        let sql = "SELECT config, verdict, sum(n), sum(cpu) FROM counter GROUP BY config, verdict";
        let mut statement = connection.prepare(sql)?;
        let rows = statement.query_map([], |row| {
            Ok((row.get(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?, row.get::<_, i64>(3)?))
        })?;
        for row in rows {
            let (config, verdict, n, cpu) = row?;
            if let Some(verdict) = Verdict::by_name(&verdict) {
                let cpu = Duration::from_micros(cpu.cast_unsigned());
                totals.verdicts.insert((config, verdict), Times { n: n.cast_unsigned(), cpu });
            }
        }
        Ok(totals)
    }

    /// Adds what was done, to the bucket of a minute and to the sums.
    pub(super) fn add(&mut self, transaction: &Connection, minute: u64, done: &[Done]) -> rusqlite::Result<()> {
        let mut counts: BTreeMap<&str, Counts> = BTreeMap::new();
        let mut verdicts: BTreeMap<(&str, i64, Verdict), Times> = BTreeMap::new();
        for done in done {
            counts.entry(done.source).or_default().add(&done.counts);
            for tally in &done.tallies {
                let config = self.config(transaction, &tally.configured)?;
                let times = verdicts.entry((done.source, config, tally.verdict)).or_default();
                times.n += 1;
                times.cpu += tally.cpu;
            }
        }
        for (source, new) in counts {
            self.add_counts(transaction, minute, source, new)?;
        }
        let sql = "INSERT INTO counter VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                   ON CONFLICT DO UPDATE SET n = n + excluded.n, cpu = cpu + excluded.cpu";
        for ((source, config, verdict), times) in verdicts {
            let sum = self.verdicts.entry((config, verdict)).or_default();
            sum.n += times.n;
            sum.cpu += times.cpu;
            let (n, cpu) = (times.n.cast_signed(), times.cpu.as_micros() as i64);
            let mut statement = transaction.prepare_cached(sql)?;
            statement.execute(params![minute.cast_signed(), source, config, verdict.name(), n, cpu])?;
        }
        Ok(())
    }

    /// Adds what was done for a source, to the bucket of a minute and to the sums.
    pub(super) fn add_counts(
        &mut self,
        connection: &Connection,
        minute: u64,
        source: &str,
        new: Counts,
    ) -> rusqlite::Result<()> {
        self.sources.entry(source.to_owned()).or_default().add(&new);
        add_counts(connection, minute, source, new)
    }

    /// Notes that a finding shows with a configuration.
    pub(super) fn shows(
        &mut self,
        transaction: &Connection,
        finding: i64,
        configured: &Configured,
    ) -> rusqlite::Result<()> {
        let config = self.config(transaction, configured)?;
        transaction.execute("INSERT OR IGNORE INTO shows VALUES (?1, ?2)", params![finding, config])?;
        Ok(())
    }

    /// The number of a configuration.
    fn config(&mut self, transaction: &Connection, configured: &Configured) -> rusqlite::Result<i64> {
        if let Some((&id, _)) = self.configs.iter().find(|(_, known)| *known == configured) {
            return Ok(id);
        }
        let Configured { compiler, version, level } = configured;
        transaction.execute(
            "INSERT INTO config (compiler, version, level) VALUES (?1, ?2, ?3)",
            params![compiler, version, level],
        )?;
        let id = transaction.last_insert_rowid();
        self.configs.insert(id, configured.clone());
        Ok(id)
    }

    /// Puts the sums into a status.
    pub(super) fn tell(&self, connection: &Connection, status: &mut Status) -> rusqlite::Result<()> {
        for (source, counts) in &self.sources {
            status.sources.entry(source.clone()).or_default().counts = counts.clone();
        }
        let sql = "SELECT count(DISTINCT key) FROM finding JOIN shows ON shows.finding = finding.id
                   WHERE class = 'compiler-crash' AND standing = 'bug' AND config = ?1";
        let mut statement = connection.prepare_cached(sql)?;
        for (&id, configured) in &self.configs {
            let mut told = ConfigurationStatus::new(configured);
            for (&(_, verdict), times) in self.verdicts.iter().filter(|((config, _), _)| *config == id) {
                told.verdicts.insert(verdict.name().to_owned(), times.n);
                told.cpu += times.cpu;
            }
            if told.of(Verdict::Bug(crate::judge::Class::CompilerCrash)) > 0 {
                told.distinct_crashes = statement.query_row([id], |row| row.get::<_, i64>(0))?.cast_unsigned();
            }
            status.configurations.push(told);
        }
        Ok(())
    }
}

fn add_counts(transaction: &Connection, minute: u64, source: &str, mut counts: Counts) -> rusqlite::Result<()> {
    let minute = minute.cast_signed();
    let old: Option<String> = transaction
        .query_row("SELECT counts FROM counts WHERE minute = ?1 AND source = ?2", params![minute, source], |row| {
            row.get(0)
        })
        .optional()?;
    if let Some(old) = old {
        counts.add(&parsed(&old));
    }
    let text = serde_json::to_string(&counts).unwrap_or_default();
    transaction.execute("INSERT OR REPLACE INTO counts VALUES (?1, ?2, ?3)", params![minute, source, text])?;
    Ok(())
}

fn parsed(counts: &str) -> Counts {
    serde_json::from_str(counts).unwrap_or_default()
}
