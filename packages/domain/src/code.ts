/** A piece of code in one colour. `marks` lists kinds (a letter, or - for plain text) and their lengths: "k3-1f5". */
export type CodePiece = { kind: string; text: string };

/** One list of pieces per line. Code that the marks do not cover is plain text. */
export function splitCode(code: string, marks: string): CodePiece[][] {
  const lines: CodePiece[][] = [[]];
  let at = 0;
  const add = (kind: string, text: string) => {
    for (const [n, part] of text.split("\n").entries()) {
      if (n > 0) lines.push([]);
      if (part) lines.at(-1)?.push({ kind, text: part });
    }
  };
  for (const [, kind = "-", length = "0"] of marks.matchAll(/([a-z-])(\d+)/g)) {
    add(kind === "-" ? "" : kind, code.slice(at, at + Number(length)));
    at += Number(length);
  }
  add("", code.slice(at));
  return lines;
}
