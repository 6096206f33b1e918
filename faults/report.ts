import type { Result } from "./round.ts";

const shownFaults = 12;

export function print({ name, faults, figures, history, log }: Result): void {
  console.log(`\n${faults.length === 0 ? "ok  " : "FAIL"} ${name}`);
  for (const [what, figure] of Object.entries(figures)) console.log(`       ${what}: ${figure}`);
  for (const fault of faults.slice(0, shownFaults)) console.log(`     - ${fault.slice(0, 500)}`);
  if (faults.length > shownFaults) console.log(`     - and ${faults.length - shownFaults} more`);
  if (history) console.log(`       history: ${history}`);
  if (log) console.log(`       log of the product: ${log}`);
}

type Played = Result & { scenario: string };

/** A table in Markdown with a row for each scenario: sums, and of times the longest. Returns how many rounds failed. */
export function summarise(results: Played[], { options }: { options: string }): number {
  console.log(`\n${row(columns)}\n${row(columns.map((_, n) => (n === 0 ? "---" : "---:")))}`);
  for (const scenario of new Set(results.map((result) => result.scenario))) {
    const own = results.filter((result) => result.scenario === scenario);
    const numbers = (name: string) =>
      own.map(({ figures }) => figures[name]).filter((figure) => typeof figure === "number");
    const sum = (name: string) => numbers(name).reduce((a, b) => a + b, 0);
    const longest = (name: string) => {
      const all = numbers(name);
      return all.length > 0 ? (Math.max(...all) / 1000).toFixed(1) : "";
    };
    const skipped = own.find(({ figures }) => figures.skipped)?.figures.skipped;
    const passed = own.filter(({ faults }) => faults.length === 0).length;
    console.log(
      row([
        `\`${[scenario, options].join(" ").trim()}\``,
        skipped ? `skipped: ${skipped}` : `${passed} of ${own.length}`,
        sum("acknowledged"),
        sum("lost"),
        sum("doubled rows"),
        sum("mails expected"),
        `${sum("mails doubled")} (${sum("mails doubled unavoidably")})`,
        longest("longest gap of the home page in ms"),
        longest("longest gap of calls in ms"),
        longest("ms until ready"),
      ]),
    );
  }
  return results.filter(({ faults }) => faults.length > 0).length;
}

const columns = [
  "command, after `npm run faults --`",
  "rounds passed",
  "acknowledged",
  "lost",
  "doubled rows",
  "mails",
  "doubled (unavoidably)",
  "home page gap, s",
  "calls gap, s",
  "until ready, s",
];

function row(cells: (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}
