//! The directory of a campaign.
//!
//! ```text
//! kiln-out/
//!   lock            held while a kiln works here; says which
//!   kiln.db         SQLite: the only truth
//!   status.json     how far it has come, replaced each second
//!   findings/       a folder per finding, made from the database
//!   quarantine/     kiln's contradictions with itself
//! ```
//!
//! Cases are numbered. A case is done when the transaction that says so is committed, with its counts and findings; so
//! whatever happens, no finding is lost, and none is there twice: a case that is done again after `kill -9` finds its row.

use std::collections::BTreeSet;
use std::fs::{self, File as LockFile};
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, OptionalExtension, params};
use rustix::fs::{FlockOperation, flock};

use crate::error::{CampaignError, Doing};
use crate::folder::{File, Finding};
use crate::judge::Standing;
use crate::status::{Counts, Status};

/// The version of the tables.
const SCHEMA: u32 = 1;

const TABLES: &str = "
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE done (number INTEGER PRIMARY KEY);
CREATE TABLE counts (source TEXT PRIMARY KEY, counts TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE finding (
    id INTEGER PRIMARY KEY,
    number INTEGER NOT NULL,
    class TEXT NOT NULL,
    standing TEXT NOT NULL,
    key TEXT NOT NULL,
    compiler TEXT NOT NULL,
    record TEXT NOT NULL,
    UNIQUE (number, class, key)
);
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
    /// Its name: `F-0001`.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// What is known of it.
    pub finding: Finding,
    /// How many of the same look were there before.
    pub alike: u64,
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
        let mut store = Store {
            directory: directory.to_owned(),
            connection,
            seed: 0,
            next: 0,
            done: BTreeSet::new(),
            _lock: Some(lock),
        };
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
        let mut store =
            Store { directory: directory.to_owned(), connection, seed: 0, next: 0, done: BTreeSet::new(), _lock: None };
        store.load()?;
        Ok(store)
    }

    fn begin(&mut self, is_new: bool, seed: u64, plan: &str) -> rusqlite::Result<()> {
        let connection = &self.connection;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.busy_timeout(std::time::Duration::from_secs(10))?;
        if is_new || connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get::<_, i64>(0))? == 0 {
            let transaction = self.connection.transaction()?;
            transaction.execute_batch(TABLES)?;
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
        let version: u32 =
            self.query(|connection| connection.pragma_query_value(None, "user_version", |row| row.get(0)))?;
        let changed = |key, old: String, new: String| {
            Err(CampaignError::Changed { directory: self.directory.clone(), key, old, new })
        };
        if version != SCHEMA {
            return changed("format", version.to_string(), SCHEMA.to_string());
        }
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

    fn load(&mut self) -> Result<(), CampaignError> {
        self.seed = self.meta("seed")?.parse().unwrap_or(0);
        self.next = self.meta("next")?.parse().unwrap_or(0);
        self.done = self.query(|connection| {
            let mut statement = connection.prepare("SELECT number FROM done")?;
            let rows = statement.query_map([], |row| row.get::<_, i64>(0))?;
            rows.map(|row| row.map(i64::cast_unsigned)).collect()
        })?;
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
        let kept = self.commit(done).map_err(|error| damaged(&path, &error))?;
        for kept in &kept {
            self.render(kept)?;
        }
        for contradiction in done.iter().flat_map(|done| done.contradictions.iter().map(move |it| (done.number, it))) {
            self.render_contradiction(contradiction.0, contradiction.1)?;
        }
        Ok(kept)
    }

    fn commit(&mut self, done: &[Done]) -> rusqlite::Result<Vec<Kept>> {
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
        let mut kept = Vec::new();
        for done in done {
            transaction.execute("INSERT OR IGNORE INTO done VALUES (?1)", params![done.number.cast_signed()])?;
            add_counts(&transaction, done)?;
            for (finding, files) in &done.findings {
                kept.extend(insert(&transaction, &self.directory, finding, files)?);
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

    /// How far the campaign has come.
    pub fn status(&self) -> Result<Status, CampaignError> {
        self.query(|connection| {
            let mut status = Status { schema: SCHEMA, seed: self.seed, ..Status::default() };
            let mut statement = connection.prepare("SELECT source, counts FROM counts")?;
            for row in statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))? {
                let (source, counts) = row?;
                status.sources.insert(source, serde_json::from_str(&counts).unwrap_or_default());
            }
            let sql = "SELECT class, count(*) FROM finding WHERE standing = 'bug' GROUP BY class";
            let mut statement = connection.prepare(sql)?;
            for row in statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?)))? {
                let (class, n) = row?;
                status.findings.insert(class, n.cast_unsigned());
            }
            let count = |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0)).map(i64::cast_unsigned);
            status.groups = count("SELECT count(DISTINCT key) FROM finding WHERE standing = 'bug'")?;
            status.doubtful = count("SELECT count(*) FROM finding WHERE standing <> 'bug'")?;
            status.quarantined = count("SELECT count(*) FROM quarantine")?;
            Ok(status)
        })
    }

    /// All findings, in their order.
    pub fn findings(&self) -> Result<Vec<Kept>, CampaignError> {
        self.query(|connection| {
            let sql = "SELECT id, record, (SELECT count(*) FROM finding AS o WHERE o.key = f.key AND o.id < f.id)
                       FROM finding AS f ORDER BY id";
            let mut statement = connection.prepare(sql)?;
            let rows = statement
                .query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?)))?;
            let mut all = Vec::new();
            for row in rows {
                let (id, record, alike) = row?;
                if let Ok(finding) = serde_json::from_str(&record) {
                    all.push(kept(&self.directory, id, finding, alike.cast_unsigned()));
                }
            }
            Ok(all)
        })
    }

    /// Folders that are not there, perhaps because kiln was killed before it made them, are made.
    fn render_missing(&self) -> Result<(), CampaignError> {
        for kept in self.findings()? {
            if !kept.folder.exists() {
                self.render(&kept)?;
            }
        }
        Ok(())
    }

    /// Makes the folder of a finding, whole or not at all.
    fn render(&self, kept: &Kept) -> Result<(), CampaignError> {
        let files: Vec<(String, Vec<u8>)> = self.query(|connection| {
            let sql =
                "SELECT path, bytes FROM file JOIN finding ON finding.id = file.finding WHERE number = ?1 AND key = ?2";
            let mut statement = connection.prepare(sql)?;
            let rows = statement.query_map(params![kept.finding.case.cast_signed(), kept.finding.key], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
            rows.collect()
        })?;
        let findings = self.directory.join("findings");
        fs::create_dir_all(&findings).doing("make", &findings)?;
        let temporary =
            tempfile::Builder::new().prefix(".new-").tempdir_in(&findings).doing("make a folder in", &findings)?;
        for (path, bytes) in files {
            // Reducers want to start the script.
            let mode = if path == "repro.sh" { 0o755 } else { 0o644 };
            let path = temporary.path().join(path);
            fs::write(&path, bytes).doing("write", &path)?;
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).doing("set the mode of", &path)?;
        }
        let made = temporary.keep();
        fs::set_permissions(&made, fs::Permissions::from_mode(0o755)).doing("set the mode of", &made)?;
        fs::rename(&made, &kept.folder).doing("make", &kept.folder)
    }

    fn render_contradiction(&self, number: u64, contradiction: &Contradiction) -> Result<(), CampaignError> {
        let folder = self.directory.join("quarantine").join(format!("Q-{number}"));
        fs::create_dir_all(&folder).doing("make", &folder)?;
        let what = format!("kiln {}\n{}\n", contradiction.command, contradiction.what);
        for (name, bytes) in [("case.c", &contradiction.text[..]), ("what.txt", what.as_bytes())] {
            let path = folder.join(name);
            fs::write(&path, bytes).doing("write", &path)?;
        }
        Ok(())
    }

    /// Replaces `status.json`.
    pub fn write_status(&self, status: &Status) -> Result<(), CampaignError> {
        let path = self.directory.join("status.json");
        let mut file = tempfile::NamedTempFile::new_in(&self.directory).doing("write", &path)?;
        let text = serde_json::to_vec_pretty(status).unwrap_or_default();
        file.write_all(&text).doing("write", &path)?;
        file.persist(&path).map_err(|error| error.error).doing("write", &path)?;
        Ok(())
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

fn add_counts(transaction: &Connection, done: &Done) -> rusqlite::Result<()> {
    let old: Option<String> = transaction
        .query_row("SELECT counts FROM counts WHERE source = ?1", [done.source], |row| row.get(0))
        .optional()?;
    let mut counts: Counts = old.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    counts.add(&done.counts);
    let text = serde_json::to_string(&counts).unwrap_or_default();
    transaction.execute("INSERT OR REPLACE INTO counts VALUES (?1, ?2)", params![done.source, text])?;
    Ok(())
}

/// Keeps a finding; nothing if it is there already.
fn insert(
    transaction: &Connection,
    directory: &Path,
    finding: &Finding,
    files: &[File],
) -> rusqlite::Result<Option<Kept>> {
    let alike: i64 =
        transaction.query_row("SELECT count(*) FROM finding WHERE key = ?1", [&finding.key], |row| row.get(0))?;
    let standing = match finding.standing {
        Standing::Bug => "bug",
        Standing::Disputed(_) => "disputed",
        Standing::Doubtful(_) => "doubtful",
    };
    let record = serde_json::to_string(finding).unwrap_or_default();
    let inserted = transaction.execute(
        "INSERT OR IGNORE INTO finding (number, class, standing, key, compiler, record) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![finding.case.cast_signed(), finding.class.name(), standing, finding.key, finding.compiler, record],
    )?;
    if inserted == 0 {
        return Ok(None);
    }
    let id = transaction.last_insert_rowid();
    for file in files {
        let path = file.path.to_string_lossy();
        transaction.execute("INSERT INTO file VALUES (?1, ?2, ?3)", params![id, path, file.bytes])?;
    }
    Ok(Some(kept(directory, id, finding.clone(), alike.cast_unsigned())))
}

fn kept(directory: &Path, id: i64, finding: Finding, alike: u64) -> Kept {
    let name = format!("F-{id:04}");
    let folder = format!("{name}-{}-{}", finding.class.name(), plain(&finding.compiler));
    let folder = directory.join("findings").join(folder);
    Kept { name, folder, finding, alike }
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
