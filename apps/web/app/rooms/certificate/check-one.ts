import { loadCheck, mostBytes } from "@shoreline/proof/check";
import { isPlainlyGenuine } from "@shoreline/proof/genuine";
import { canCheck } from "@shoreline/proof/keys";
import type { TrustedKeys } from "@shoreline/proof/types";
import { GenuineCard } from "./genuine-card.tsx";
import { askAbout, type Checked } from "./server-answer.ts";
import { readTrustedKeys } from "./trusted-keys.ts";

export type Outcome =
  | { kind: "checked"; checked: Checked; trusted: TrustedKeys; Card: typeof GenuineCard }
  /** `again`: the same file may be checked the next time. */
  | { kind: "refused"; title: string; text: string; again?: true };

let before: Promise<unknown> = Promise.resolve();

type Options = { timeZone: string; signal: AbortSignal };

/** Files are checked one after another: together, large ones would fill the memory of a phone. */
export function checkOne(file: File, options: Options): Promise<Outcome> {
  const turn = before.then(() => (options.signal.aborted ? failed : check(file, options))).catch(fail);
  before = turn;
  return turn;
}

async function check(file: File, { timeZone }: Options): Promise<Outcome> {
  if (file.size === 0) return refuse("This file is empty.", "There is nothing in it to check.");
  if (file.size > mostBytes)
    return refuse("This file is too large.", `Our certificates are far smaller than ${mostBytes / 1_000_000} MB.`);
  if (!(await canCheck())) return tooOld();
  const content = await file.arrayBuffer().catch(() => null);
  if (!content)
    return refuse("This file could not be read.", "It may have been moved or deleted. Choose it once more.");
  const bytes = new Uint8Array(content);
  const [trusted, checkFile] = await Promise.all([
    readTrustedKeys().catch(() => null),
    loadCheck(bytes).catch(() => null),
  ]);
  if (!trusted) return noKeys;
  if (!checkFile) return noCheck;
  const checked = await askAbout(await checkFile(bytes, trusted), { trusted, timeZone });
  const Card = await loadCard(checked).catch(() => null);
  return Card ? { kind: "checked", checked, trusted, Card } : noCheck;
}

async function loadCard({ finding, answer }: Checked): Promise<typeof GenuineCard> {
  return isPlainlyGenuine(finding, answer) ? GenuineCard : (await import("./verdict-card.tsx")).VerdictCard;
}

const failed = refuse("This file could not be checked.", "Please tell us, and send us the file if you can.");

/** Browsers check signatures only on pages that came encrypted. */
function tooOld(): Outcome {
  if (globalThis.isSecureContext === false)
    return refuse(
      "This page cannot check files.",
      "Open it at an address that begins with https, or check the ID above.",
    );
  return refuse("This browser is too old to check signatures.", "Use a newer one, or check the certificate ID above.");
}

/** Shown, because a visitor waits; reported, because it is a bug. */
function fail(error: unknown): Outcome {
  reportError(error);
  return failed;
}

function refuse(title: string, text: string): Outcome {
  return { kind: "refused", title, text };
}

const noKeys: Outcome = {
  kind: "refused",
  title: "Our public keys did not load.",
  text: "Nothing can be checked without them. The file is still chosen.",
  again: true,
};

const noCheck: Outcome = {
  kind: "refused",
  title: "A part of the check did not load.",
  text: "The connection may be gone. The file is still chosen.",
  again: true,
};
