type TextPart = { text: string; url?: string };
export type TextBlock = { kind: "code"; text: string } | { kind: "text"; parts: TextPart[] };

/** What people wrote: lines, links, and code between two lines of ```. Everything else is plain text. */
export function splitWritten(written: string): TextBlock[] {
  const blocks: TextBlock[] = [];
  let lines: string[] = [];
  let isCode = false;
  const close = () => {
    const text = isCode ? lines.join("\n") : lines.join("\n").replace(/^\n+|\s+$/g, "");
    if (text.trim()) blocks.push(isCode ? { kind: "code", text } : { kind: "text", parts: splitLinks(text) });
    lines = [];
  };
  for (const line of written.split("\n")) {
    if (isFence(line)) {
      close();
      isCode = !isCode;
    } else lines.push(line);
  }
  // A fence that nobody closed: the rest is code.
  close();
  return blocks;
}

/** Perhaps with the name of a language. Other text behind it stays text. */
const isFence = (line: string) => /^\s*```\s*[\w+#.-]*\s*$/.test(line);

const link = /https?:\/\/[^\s<>"]+[^\s<>"'.,;:!?)\]]/g;

function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  for (const { 0: url, index } of text.matchAll(link)) {
    if (!URL.canParse(url)) continue;
    if (index > from) parts.push({ text: text.slice(from, index) });
    parts.push({ text: url, url });
    from = index + url.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
