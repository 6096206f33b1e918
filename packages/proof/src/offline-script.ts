import { checkFile } from "./check.ts";
import { canCheck } from "./keys.ts";
import type { Pinned } from "./offline-page.ts";
import type { Finding } from "./types.ts";
import { factRows, type Words, wordsOf } from "./words.ts";

const byId = (id: string) => document.getElementById(id) as HTMLElement;
const { trusted } = JSON.parse(byId("pinned").textContent ?? "") as Pinned;
const drop = byId("drop");
const input = byId("file") as HTMLInputElement;
const findings = byId("findings");
const marks: Record<Words["mark"], string> = { check: "✓", cross: "✕", warn: "!", question: "?", broken: "⌇" };

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
}

async function checkOne(file: File): Promise<HTMLElement> {
  const finding = await checkFile(new Uint8Array(await file.arrayBuffer()), trusted);
  const words = wordsOf(finding, { kind: "not-asked" });
  const part = element("section");
  part.className = words.look;
  const [title, mark, name] = [element("h2"), element("span", marks[words.mark]), element("p", file.name)];
  mark.className = "mark";
  mark.ariaHidden = "true";
  name.className = "file";
  title.append(mark, words.title);
  part.append(title, name, element("p", words.text));
  if (words.points.length)
    part.append(
      list(
        "ul",
        words.points.map((point) => element("li", point)),
      ),
    );
  part.append(...factsOf(finding));
  return part;
}

function factsOf(finding: Finding): HTMLElement[] {
  const all = finding.inside.length ? finding.inside : [finding];
  return all.flatMap(({ kind, facts, fingerprint }) => {
    if (!facts) return [];
    const rows = [
      ...factRows(facts),
      ...(kind === "genuine" && fingerprint ? [["Signed with", fingerprint] as [string, string]] : []),
    ];
    return [
      list(
        "dl",
        rows.flatMap(([field, value]) => [element("dt", field), element("dd", value)]),
      ),
    ];
  });
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
