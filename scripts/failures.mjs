import { stripVTControlCharacters } from "node:util";

/** What a report of the unit tests says: how many passed, and each failure as "place: first line of its message". */
export function readUnitReport(report) {
  const failures = [];
  for (const { name, status, message, assertionResults = [] } of report.testResults ?? []) {
    const failed = assertionResults.filter((one) => one.status === "failed");
    for (const { fullName, failureMessages = [] } of failed)
      failures.push(line(`${name} ${fullName}`, failureMessages[0]));
    if (status === "failed" && failed.length === 0) failures.push(line(name, message));
  }
  return { passed: report.numPassedTests ?? 0, failures };
}

/** The same of a report of the journeys. One that passed at its second attempt has failed. */
export function readJourneyReport(report) {
  const failures = (report.errors ?? []).map(({ message }) => line("journeys", message));
  const visit = ({ suites = [], specs = [] }) => {
    for (const { file, title, tests } of specs)
      for (const { status, results } of tests)
        if (status === "unexpected" || status === "flaky")
          failures.push(line(`${file} ${title}`, results.find(({ error }) => error)?.error.message));
    for (const suite of suites) visit(suite);
  };
  visit(report);
  return { passed: report.stats?.expected ?? 0, failures };
}

function line(place, message) {
  const plain = stripVTControlCharacters(message ?? "").trim();
  return `${place}: ${plain.split("\n")[0] || "no message"}`;
}
