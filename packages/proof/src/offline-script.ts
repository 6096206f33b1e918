import { checkFile, mostBytes } from "./check.ts";
import { canCheck } from "./keys.ts";
import type { Pinned } from "./offline-page.ts";
import type { Finding } from "./types.ts";
import { factRows, type Words, wordsOf } from "./words.ts";

const byId = (id: string) => document.getElementById(id) as HTMLElement;
const { trusted } = JSON.parse(byId("pinned").textContent ?? "") as Pinned;
const drop = byId("drop");
const input = byId("file") as HTMLInputElement;
const findings = byId("findings");
const count = byId("count");
const marks: Record<Words["mark"], string> = {
  check: "✓",
  hollow: "○",
  arrow: "→",
  cross: "✕",
  warn: "!",
  alarm: "!!",
  question: "?",
  broken: "⌇",
};

input.addEventListener("change", () => show([...(input.files ?? [])]));
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
// A file that is dropped beside the box would replace this page.
document.addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.classList.add("over");
});
document.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  show([...(event.dataTransfer?.files ?? [])]);
});

async function show(files: File[]): Promise<void> {
  if (!(await canCheck())) {
    findings.replaceChildren(element("p", "This browser is too old to check signatures. Please use a newer one."));
    return;
  }
  const parts: HTMLElement[] = [];
  for (const file of files.slice(0, 50)) parts.push(await checkOne(file));
  findings.replaceChildren(...parts);
  if (parts.length === 0) return;
  const rest = files.length > parts.length ? ` of ${files.length}` : "";
  count.textContent = parts.length === 1 ? "1 file checked." : `${parts.length}${rest} files checked.`;
  findings.querySelector("h2")?.focus();
}

async function checkOne(file: File): Promise<HTMLElement> {
  if (file.size > mostBytes) return unread(file, "This file is too large", "Our certificates are far smaller.");
  // A folder that was dropped, or a file that was moved meanwhile.
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return unread(file, "This file could not be read", "Choose the file itself, once more.");
  const finding = await checkFile(new Uint8Array(bytes), trusted);
  const words = wordsOf(finding, { kind: "not-asked" }, trusted.timeZone);
  const part = section(file, words);
  part.append(...detailsOf(finding, words));
  return part;
}

function unread(file: File, title: string, text: string): HTMLElement {
  const part = section(file, { verdict: "empty", look: "none", mark: "broken", title });
  part.append(element("p", text));
  return part;
}

type Head = Pick<Words, "verdict" | "look" | "mark" | "title">;

function section(file: File, { verdict, look, mark, title }: Head): HTMLElement {
  const [part, head, sign, name] = [element("section"), element("h2"), element("span"), element("p", file.name)];
  part.className = look;
  part.dataset.verdict = verdict;
  head.tabIndex = -1;
  sign.textContent = marks[mark];
  sign.className = "mark";
  sign.ariaHidden = "true";
  name.className = "file";
  head.append(sign, title);
  part.append(head, name);
  return part;
}

function detailsOf(finding: Finding, { text, points }: Words): HTMLElement[] {
  const said = [element("p", text)];
  if (points.length)
    said.push(
      list(
        "ul",
        points.map((point) => element("li", point)),
      ),
    );
  const { inside } = finding;
  return [...said, ...(inside.length > 1 ? inside.flatMap(insideOf) : factsOf(inside[0] ?? finding))];
}

function insideOf(finding: Finding): HTMLElement[] {
  const words = wordsOf(finding, { kind: "not-asked" }, trusted.timeZone);
  return [element("h3", words.title), ...detailsOf(finding, words)];
}

function factsOf({ kind, facts, fingerprint }: Finding): HTMLElement[] {
  if (!facts) return [];
  const rows = factRows(facts, trusted.timeZone);
  if (kind === "genuine" && fingerprint) rows.push(["Signed with", fingerprint]);
  return [
    list(
      "dl",
      rows.flatMap(([field, value]) => [element("dt", field), element("dd", value)]),
    ),
  ];
}

/** Text from files is only ever text. */
function element(tag: string, text = ""): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

function list(tag: string, parts: HTMLElement[]): HTMLElement {
  const made = element(tag);
  made.append(...parts);
  return made;
}
