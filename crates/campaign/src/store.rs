//! The directory of a campaign.
//!
//! ```text
//! kiln-out/
//!   lock            held while a kiln works here; says which
//!   kiln.db         SQLite: the only truth
//!   status.json     how far it has come, replaced each second
//!   metrics.prom    the same for Prometheus
//!   events.jsonl    what has happened, a line each
//!   findings/       a folder per finding, made from the database
//!   quarantine/     kiln's contradictions with itself
//! ```
//!
//! Cases are numbered. A case is done when the transaction that says so is committed, with its counts and findings; so
//! whatever happens, no finding is lost, and none is there twice: a case that is done again after `kill -9` finds its row.
//! `docs/campaign-directory.md` says what stands in each file.

mod counters;
pub mod history;
mod render;

use std::collections::BTreeSet;
use std::fs::{self, File as LockFile};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use rustix::fs::{FlockOperation, flock};

use crate::clock;
use crate::error::{CampaignError, Doing};
use crate::folder::{File, Finding};
use crate::judge::Standing;
use crate::metrics;
use crate::status::{Counts, Found, LastFinding, Status};
use crate::tally::Tally;

use self::counters::Totals;

/// The version of the tables, and of `status.json`.
pub const SCHEMA: u32 = 3;

/// How long one waits for another program that has the database.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(10);

const TABLES: &str = "
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE done (number INTEGER PRIMARY KEY);
CREATE TABLE finding (
    id INTEGER PRIMARY KEY,
    number INTEGER NOT NULL,
    class TEXT NOT NULL,
    standing TEXT NOT NULL,
    key TEXT NOT NULL,
    compiler TEXT NOT NULL,
    source TEXT NOT NULL,
    time INTEGER NOT NULL,
    record TEXT NOT NULL,
    UNIQUE (number, class, key)
);
CREATE INDEX finding_key ON finding (key);
CREATE TABLE file (finding INTEGER NOT NULL, path TEXT NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (finding, path));
CREATE TABLE quarantine (number INTEGER PRIMARY KEY, command TEXT NOT NULL, what TEXT NOT NULL, text BLOB NOT NULL);
";

/// What has become of a case.
#[derive(Debug)]
pub struct Done {
    /// Its number.
    pub number: u64,
    /// Its source.
    pub source: &'static str,
    /// What was done for it.
    pub counts: Counts,
    /// What each configuration did.
    pub tallies: Vec<Tally>,
    /// What was found.
    pub findings: Vec<(Finding, Vec<File>)>,
    /// How kiln contradicts itself.
    pub contradictions: Vec<Contradiction>,
}

/// How kiln contradicts itself.
#[derive(Debug, Clone)]
pub struct Contradiction {
    /// What makes the case again.
    pub command: String,
    /// What is the matter.
    pub what: String,
    /// The program.
    pub text: Vec<u8>,
}

/// A finding that is kept.
#[derive(Debug, Clone)]
pub struct Kept {
    /// Its number in the campaign.
    pub id: i64,
    /// Its name: `F-0001`.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// What is known of it.
    pub finding: Finding,
    /// How many of the same look were there before.
    pub alike: u64,
    /// When it was found, in seconds since 1970.
    pub time: u64,
}

/// The directory of a campaign.
#[derive(Debug)]
pub struct Store {
    directory: PathBuf,
    connection: Connection,
    seed: u64,
    /// All cases below this one are done.
    next: u64,
    /// Cases above it that are done.
    done: BTreeSet<u64>,
    totals: Totals,
    /// Held for as long as this lives; none where the directory is only read.
    _lock: Option<LockFile>,
}

impl Store {
    /// Opens a campaign for work, and begins one if there is none. A campaign keeps the seed it was begun with.
    pub fn open(directory: &Path, seed: Option<u64>, new_seed: u64, plan: &str) -> Result<Store, CampaignError> {
        let path = directory.join("kiln.db");
        let is_new = !path.exists();
        if is_new && fs::read_dir(directory).is_ok_and(|mut entries| entries.any(|entry| !is_ours(entry))) {
            return Err(CampaignError::Foreign { directory: directory.to_owned() });
        }
        fs::create_dir_all(directory).doing("make", directory)?;
        let lock = lock(directory)?;
        let connection = Connection::open(&path).map_err(|error| damaged(&path, &error))?;
        let mut store = Store::new(directory, connection, Some(lock));
        store.begin(is_new, seed.unwrap_or(new_seed), plan).map_err(|error| damaged(&path, &error))?;
        store.check(seed, plan)?;
        store.load()?;
        store.render_missing()?;
        Ok(store)
    }

    /// Opens a campaign for reading, also while another kiln works on it.
    pub fn read(directory: &Path) -> Result<Store, CampaignError> {
        let path = directory.join("kiln.db");
        if !path.exists() {
            return Err(CampaignError::Database { path, what: "is not there: no campaign was run here".to_owned() });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&path, flags).map_err(|error| damaged(&path, &error))?;
        connection.busy_timeout(PATIENCE).map_err(|error| damaged(&path, &error))?;
        let mut store = Store::new(directory, connection, None);
        store.check_format()?;
        store.load()?;
        Ok(store)
    }

    /// Before anything was read from the database.
    fn new(directory: &Path, connection: Connection, lock: Option<LockFile>) -> Store {
        Store {
            directory: directory.to_owned(),
            connection,
            seed: 0,
            next: 0,
            done: BTreeSet::new(),
            totals: Totals::default(),
            _lock: lock,
        }
    }

    fn begin(&mut self, is_new: bool, seed: u64, plan: &str) -> rusqlite::Result<()> {
        let connection = &self.connection;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.busy_timeout(PATIENCE)?;
        if is_new || connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0))? == 0 {
            let transaction = self.connection.transaction()?;
            transaction.execute_batch(TABLES)?;
            transaction.execute_batch(counters::TABLES)?;
            transaction.execute_batch(history::TABLE)?;
            transaction.pragma_update(None, "user_version", SCHEMA)?;
            for (key, value) in [("seed", seed.to_string()), ("plan", plan.to_owned()), ("next", "0".to_owned())] {
                transaction.execute("INSERT INTO meta VALUES (?1, ?2)", params![key, value])?;
            }
            transaction.commit()?;
        }
        Ok(())
    }

    /// A campaign goes on as it was begun, or not at all.
    fn check(&self, seed: Option<u64>, plan: &str) -> Result<(), CampaignError> {
        let state: String =
            self.query(|connection| connection.query_row("PRAGMA quick_check", [], |row| row.get(0)))?;
        if state != "ok" {
            return Err(CampaignError::Database { path: self.path(), what: format!("is damaged: {state}") });
        }
        self.check_format()?;
        let changed = |key, old, new| Err(self.changed(key, old, new));
        let old_seed = self.meta("seed")?;
        if let Some(new) = seed.filter(|new| new.to_string() != old_seed) {
            return changed("--seed", old_seed, new.to_string());
        }
        let old_plan = self.meta("plan")?;
        if old_plan != plan {
            return changed("the plan", old_plan, plan.to_owned());
        }
        Ok(())
    }

    /// What another version of kiln has begun, that one has to go on with.
    fn check_format(&self) -> Result<(), CampaignError> {
        let version: u32 =
            self.query(|connection| connection.pragma_query_value(None, "user_version", |row| row.get(0)))?;
        if version == SCHEMA { Ok(()) } else { Err(self.changed("format", version.to_string(), SCHEMA.to_string())) }
    }

    fn changed(&self, key: &'static str, old: String, new: String) -> CampaignError {
        CampaignError::Changed { directory: self.directory.clone(), key, old, new }
    }

    fn load(&mut self) -> Result<(), CampaignError> {
        self.seed = self.meta("seed")?.parse().unwrap_or(0);
        self.next = self.meta("next")?.parse().unwrap_or(0);
        self.done = self.query(|connection| {
            let mut statement = connection.prepare("SELECT number FROM done")?;
            let rows = statement.query_map([], |row| row.get::<_, i64>(0))?;
            rows.map(|row| row.map(i64::cast_unsigned)).collect()
        })?;
        self.totals = self.query(Totals::load)?;
        Ok(())
    }

    /// Where its randomness comes from.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The first case that is not done, and those behind it that are.
    pub fn done(&self) -> (u64, BTreeSet<u64>) {
        (self.next, self.done.clone())
    }

    /// Keeps what has become of cases, in one transaction. What was found comes back when it is safe.
    pub fn record(&mut self, done: &[Done]) -> Result<Vec<Kept>, CampaignError> {
        let path = self.path();
        let kept = self.commit(done, clock::now()).map_err(|error| damaged(&path, &error))?;
        for kept in &kept {
            self.render(kept)?;
        }
        for contradiction in done.iter().flat_map(|done| done.contradictions.iter().map(move |it| (done.number, it))) {
            render::contradiction(&self.directory, contradiction.0, contradiction.1)?;
        }
        Ok(kept)
    }

    fn commit(&mut self, done: &[Done], time: u64) -> rusqlite::Result<Vec<Kept>> {
        let has_news = done.iter().any(|done| !done.findings.is_empty() || !done.contradictions.is_empty());
        // Counts may be lost when the power fails; findings not.
        self.connection.pragma_update(None, "synchronous", if has_news { "FULL" } else { "NORMAL" })?;
        let mut next = self.next;
        let mut above = self.done.clone();
        above.extend(done.iter().map(|done| done.number));
        while above.remove(&next) {
            next += 1;
        }
        let transaction = self.connection.transaction()?;
        self.totals.add(&transaction, time / 60, done)?;
        let mut kept = Vec::new();
        for done in done {
            transaction.execute("INSERT OR IGNORE INTO done VALUES (?1)", params![done.number.cast_signed()])?;
            for (finding, files) in &done.findings {
                let Some((id, alike)) = insert(&transaction, finding, files, time)? else { continue };
                for configured in &finding.shows {
                    self.totals.shows(&transaction, id, configured)?;
                }
                kept.push(Kept::new(&self.directory, id, finding.clone(), alike, time));
            }
            for contradiction in &done.contradictions {
                transaction.execute(
                    "INSERT OR IGNORE INTO quarantine VALUES (?1, ?2, ?3, ?4)",
                    params![done.number.cast_signed(), contradiction.command, contradiction.what, contradiction.text],
                )?;
            }
        }
        transaction.execute("DELETE FROM done WHERE number < ?1", params![next.cast_signed()])?;
        transaction.execute("UPDATE meta SET value = ?1 WHERE key = 'next'", params![next.to_string()])?;
        transaction.commit()?;
        (self.next, self.done) = (next, above);
        Ok(kept)
    }

    /// Adds to what was done for the cases of a source.
    pub(crate) fn add_counts(&mut self, source: &str, counts: Counts) -> Result<(), CampaignError> {
        let path = self.path();
        let added = self.totals.add_counts(&self.connection, clock::now() / 60, source, counts);
        added.map_err(|error| damaged(&path, &error))
    }

    /// How far the campaign has come.
    pub fn status(&self) -> Result<Status, CampaignError> {
        self.query(|connection| {
            let mut status = Status {
                schema: SCHEMA,
                kiln: env!("CARGO_PKG_VERSION").to_owned(),
                seed: self.seed,
                time: clock::now(),
                ..Status::default()
            };
            self.totals.tell(connection, &mut status)?;
            for (class, found) in found_by(connection, "class")? {
                status.findings.insert(class, found);
            }
            for (source, found) in found_by(connection, "source")? {
                status.sources.entry(source).or_default().found = found;
            }
            let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map(i64::cast_unsigned);
            status.doubtful = count("SELECT count(*) FROM finding WHERE standing <> 'bug'")?;
            status.quarantined = count("SELECT count(*) FROM quarantine")?;
            let sql =
                "SELECT max(time) FROM (SELECT min(time) AS time FROM finding WHERE standing = 'bug' GROUP BY key)";
            let last_new: Option<i64> = connection.query_row(sql, [], |row| row.get(0))?;
            status.last_new = last_new.map(i64::cast_unsigned);
            status.last = last(connection)?;
            Ok(status)
        })
    }

    /// All findings, in their order. There can be many: whoever does not need all at once takes [`Store::each_finding`].
    pub fn findings(&self) -> Result<Vec<Kept>, CampaignError> {
        let mut all = Vec::new();
        self.each_finding(|kept| {
            all.push(kept);
            Ok(())
        })?;
        Ok(all)
    }

    /// Shows findings one by one, in their order.
    pub fn each_finding(&self, mut show: impl FnMut(Kept) -> Result<(), CampaignError>) -> Result<(), CampaignError> {
        let damaged = |error| damaged(&self.path(), &error);
        let sql =
            "SELECT id, record, row_number() OVER (PARTITION BY key ORDER BY id) - 1, time FROM finding ORDER BY id";
        let mut statement = self.connection.prepare(sql).map_err(damaged)?;
        let mut rows = statement.query([]).map_err(damaged)?;
        while let Some(row) = rows.next().map_err(damaged)? {
            let read = || {
                let record: String = row.get(1)?;
                Ok::<_, rusqlite::Error>((row.get(0)?, record, row.get::<_, i64>(2)?, row.get::<_, i64>(3)?))
            };
            let (id, record, alike, time) = read().map_err(damaged)?;
            if let Ok(finding) = serde_json::from_str(&record) {
                show(Kept::new(&self.directory, id, finding, alike.cast_unsigned(), time.cast_unsigned()))?;
            }
        }
        Ok(())
    }

    /// The files of a finding: path in its folder, bytes.
    pub fn files(&self, kept: &Kept) -> Result<Vec<(String, Vec<u8>)>, CampaignError> {
        self.query(|connection| {
            let sql = "SELECT path, bytes FROM file JOIN finding ON finding.id = file.finding
                       WHERE number = ?1 AND class = ?2 AND key = ?3 ORDER BY path";
            let mut statement = connection.prepare(sql)?;
            let finding = &kept.finding;
            let rows = statement
                .query_map(params![finding.case.cast_signed(), finding.class.name(), finding.key], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })?;
            rows.collect()
        })
    }

    /// Folders that are not there, perhaps because kiln was killed before it made them, are made.
    fn render_missing(&self) -> Result<(), CampaignError> {
        self.each_finding(|kept| if kept.folder.exists() { Ok(()) } else { self.render(&kept) })
    }

    fn render(&self, kept: &Kept) -> Result<(), CampaignError> {
        render::finding(kept, &self.files(kept)?)
    }

    /// Replaces `status.json` and `metrics.prom`.
    pub fn write_status(&self, status: &Status) -> Result<(), CampaignError> {
        let json = serde_json::to_vec_pretty(status).unwrap_or_default();
        render::replace(&self.directory.join("status.json"), &json)?;
        render::replace(&self.directory.join("metrics.prom"), metrics::text(status).as_bytes())
    }

    fn path(&self) -> PathBuf {
        self.directory.join("kiln.db")
    }

    fn meta(&self, key: &str) -> Result<String, CampaignError> {
        let value: Option<String> = self.query(|connection| {
            connection.query_row("SELECT value FROM meta WHERE key = ?1", [key], |row| row.get(0)).optional()
        })?;
        value.ok_or_else(|| CampaignError::Database { path: self.path(), what: format!("has no {key}") })
    }

    fn query<T>(&self, ask: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, CampaignError> {
        ask(&self.connection).map_err(|error| damaged(&self.path(), &error))
    }
}

/// Bugs, and how many of them look different, by a column.
fn found_by(connection: &Connection, column: &str) -> rusqlite::Result<Vec<(String, Found)>> {
    let sql = format!(
        "SELECT {column}, count(*), sum(is_new) FROM
         (SELECT *, id = min(id) OVER (PARTITION BY key) AS is_new FROM finding WHERE standing = 'bug') GROUP BY {column}"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map([], |row| {
        let (findings, unique) = (row.get::<_, i64>(1)?.cast_unsigned(), row.get::<_, i64>(2)?.cast_unsigned());
        Ok((row.get(0)?, Found { findings, unique }))
    })?;
    rows.collect()
}

/// How many of the last findings a status names.
const LAST: u32 = 10;

fn last(connection: &Connection) -> rusqlite::Result<Vec<LastFinding>> {
    let sql = "SELECT id, key, time, (SELECT count(*) FROM finding AS o WHERE o.key = f.key AND o.id < f.id)
               FROM finding AS f ORDER BY id DESC LIMIT ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([LAST], |row| {
        Ok(LastFinding {
            name: name(row.get(0)?),
            key: row.get(1)?,
            time: row.get::<_, i64>(2)?.cast_unsigned(),
            alike: row.get::<_, i64>(3)?.cast_unsigned(),
        })
    })?;
    rows.collect()
}

/// Keeps a finding: its number, and how many of its look were there before; nothing if it is there already.
fn insert(
    transaction: &Connection,
    finding: &Finding,
    files: &[File],
    time: u64,
) -> rusqlite::Result<Option<(i64, u64)>> {
    let alike: i64 =
        transaction.query_row("SELECT count(*) FROM finding WHERE key = ?1", [&finding.key], |row| row.get(0))?;
    let standing = match finding.standing {
        Standing::Bug => "bug",
        Standing::Disputed(_) => "disputed",
        Standing::Doubtful(_) => "doubtful",
    };
    let record = serde_json::to_string(finding).unwrap_or_default();
    let inserted = transaction.execute(
        "INSERT OR IGNORE INTO finding (number, class, standing, key, compiler, source, time, record)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            finding.case.cast_signed(),
            finding.class.name(),
            standing,
            finding.key,
            finding.compiler,
            finding.source,
            time.cast_signed(),
            record
        ],
    )?;
    if inserted == 0 {
        return Ok(None);
    }
    let id = transaction.last_insert_rowid();
    for file in files {
        let path = file.path.to_string_lossy();
        transaction.execute("INSERT INTO file VALUES (?1, ?2, ?3)", params![id, path, file.bytes])?;
    }
    Ok(Some((id, alike.cast_unsigned())))
}

/// The name of a finding.
fn name(id: i64) -> String {
    format!("F-{id:04}")
}

impl Kept {
    fn new(directory: &Path, id: i64, finding: Finding, alike: u64, time: u64) -> Kept {
        let name = name(id);
        let folder = format!("{name}-{}-{}", finding.class.name(), plain(&finding.compiler));
        let folder = directory.join("findings").join(folder);
        Kept { id, name, folder, finding, alike, time }
    }
}

/// A text as part of a file's name.
fn plain(text: &str) -> String {
    const LONGEST: usize = 40;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '+' | '-');
    let text: String = text.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    text.chars().take(LONGEST).collect()
}

/// What a campaign leaves when it is interrupted before its database is there.
fn is_ours(entry: std::io::Result<fs::DirEntry>) -> bool {
    entry.is_ok_and(|entry| entry.file_name() == "lock")
}

fn lock(directory: &Path) -> Result<LockFile, CampaignError> {
    let path = directory.join("lock");
    let mut file =
        LockFile::options().create(true).truncate(false).read(true).write(true).open(&path).doing("open", &path)?;
    if flock(&file, FlockOperation::NonBlockingLockExclusive).is_err() {
        let owner = fs::read_to_string(&path).unwrap_or_default().trim().to_owned();
        return Err(CampaignError::Locked { directory: directory.to_owned(), owner });
    }
    file.set_len(0).and_then(|()| writeln!(file, "process {}", std::process::id())).doing("write", &path)?;
    Ok(file)
}

fn damaged(path: &Path, error: &rusqlite::Error) -> CampaignError {
    CampaignError::Database { path: path.to_owned(), what: format!("cannot be used: {error}") }
}

#[cfg(test)]
mod tests;
