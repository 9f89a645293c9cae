//! `metrics.prom`: the numbers of a status, as Prometheus reads them from a text file.

use std::fmt::{Display, Write as _};

use crate::status::Status;

/// The numbers of a status.
pub fn text(status: &Status) -> String {
    let mut out = Text(String::new());
    out.family("kiln_cases_total", "counter", "Programs that were tried.");
    for (source, it) in &status.sources {
        out.sample("kiln_cases_total", &[("source", source)], it.counts.cases);
    }
    out.family("kiln_compilations_total", "counter", "Runs of compilers.");
    for (source, it) in &status.sources {
        out.sample("kiln_compilations_total", &[("source", source)], it.counts.compilations);
    }
    out.family("kiln_cpu_seconds_total", "counter", "CPU time by stage.");
    for (stage, time) in status.total().stages() {
        out.sample("kiln_cpu_seconds_total", &[("stage", stage)], time.as_secs_f64());
    }
    out.family("kiln_verdicts_total", "counter", "What configurations did with programs.");
    for it in &status.configurations {
        for (verdict, &n) in &it.verdicts {
            let labels = [
                ("compiler", it.compiler.as_str()),
                ("compiler_version", &it.version),
                ("level", &it.level),
                ("verdict", verdict),
            ];
            out.sample("kiln_verdicts_total", &labels, n);
        }
    }
    out.family("kiln_findings_total", "counter", "Bugs that were found.");
    for (class, found) in &status.findings {
        out.sample("kiln_findings_total", &[("class", class)], found.findings);
    }
    out.family("kiln_unique_findings", "gauge", "Bugs that look like no other.");
    for (class, found) in &status.findings {
        out.sample("kiln_unique_findings", &[("class", class)], found.unique);
    }
    out.family("kiln_doubtful_findings_total", "counter", "Findings that are disputed or doubtful.");
    out.sample("kiln_doubtful_findings_total", &[], status.doubtful);
    out.family("kiln_contradictions_total", "counter", "Contradictions of kiln with itself.");
    out.sample("kiln_contradictions_total", &[], status.quarantined);
    if let Some(time) = status.last_new {
        out.family("kiln_last_new_finding_timestamp_seconds", "gauge", "When a bug of a new look was last found.");
        out.sample("kiln_last_new_finding_timestamp_seconds", &[], time);
    }
    out.family("kiln_running", "gauge", "Whether a kiln is at work.");
    out.sample("kiln_running", &[], u8::from(status.running));
    out.0
}

/// Prometheus's text format.
struct Text(String);

impl Text {
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        let _infallible = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn sample(&mut self, name: &str, labels: &[(&str, &str)], value: impl Display) {
        let labels: Vec<String> = labels.iter().map(|(key, value)| format!("{key}=\"{}\"", escaped(value))).collect();
        let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
        let _infallible = writeln!(self.0, "{name}{labels} {value}");
    }
}

fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::status::{ConfigurationStatus, Found};
    use crate::tally::Configured;

    #[test]
    fn names_of_compilers_are_escaped() {
        let configured =
            Configured { compiler: "cc \"x\"".to_owned(), version: "a\\b\nc".to_owned(), level: "-O2".to_owned() };
        let mut configuration = ConfigurationStatus::new(&configured);
        configuration.verdicts.insert("right".to_owned(), 7);
        let findings = [("wrong-code".to_owned(), Found { findings: 3, unique: 2 })].into();
        let status = Status { configurations: vec![configuration], findings, running: true, ..Status::default() };
        let text = text(&status);
        let expected = "kiln_verdicts_total{compiler=\"cc \\\"x\\\"\",compiler_version=\"a\\\\b\\nc\",level=\"-O2\",\
                        verdict=\"right\"} 7\n";
        assert!(text.contains(expected), "{text}");
        assert!(text.contains("\nkiln_findings_total{class=\"wrong-code\"} 3\n"), "{text}");
        assert!(text.contains("\nkiln_running 1\n"), "{text}");
        // Every sample stands below the type of its family.
        let mut family = "";
        for line in text.lines() {
            match line.strip_prefix("# TYPE ") {
                Some(rest) => family = rest.split(' ').next().unwrap_or_default(),
                None => assert!(line.starts_with('#') || line.starts_with(family), "{line}"),
            }
        }
    }
}
