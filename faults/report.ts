import type { Result } from "./round.ts";

const shownFaults = 12;

export function print({ name, faults, figures, history }: Result): void {
  console.log(`\n${faults.length === 0 ? "ok  " : "FAIL"} ${name}`);
  for (const [what, figure] of Object.entries(figures)) console.log(`       ${what}: ${figure}`);
  for (const fault of faults.slice(0, shownFaults)) console.log(`     - ${fault.slice(0, 500)}`);
  if (faults.length > shownFaults) console.log(`     - and ${faults.length - shownFaults} more`);
  if (faults.length > 0 && history) console.log(`       history: ${history}`);
}

/** One line for each scenario, with the worst figure of its rounds; returns how many rounds failed. */
export function summarise(results: (Result & { scenario: string })[]): number {
  console.log("");
  for (const scenario of new Set(results.map((result) => result.scenario))) {
    const own = results.filter((result) => result.scenario === scenario);
    const failed = own.filter(({ faults }) => faults.length > 0).length;
    const names = new Set(own.flatMap(({ figures }) => Object.keys(figures)));
    const worst = [...names].flatMap((name) => {
      const numbers = own.map(({ figures }) => figures[name]).filter((figure) => typeof figure === "number");
      if (numbers.length === 0) return [];
      return isSum(name) ? `${name} ${numbers.reduce((a, b) => a + b)}` : `${name} at most ${Math.max(...numbers)}`;
    });
    console.log(
      `${failed === 0 ? "ok  " : "FAIL"} ${scenario}: ${own.length - failed} of ${own.length} rounds; ${worst.join("; ")}`,
    );
  }
  return results.filter(({ faults }) => faults.length > 0).length;
}

function isSum(name: string): boolean {
  return /^(acknowledged|refused|unknown|repeated|mails|failed)/.test(name);
}
