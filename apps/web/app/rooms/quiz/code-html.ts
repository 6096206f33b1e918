import { splitCode } from "@shoreline/domain/code";

/** Code with its colours, ready to be drawn. For loaders: the browser gets the outcome and not the way to it. */
export function codeHtml({ code, marks }: { code: string; marks: string }): string {
  const lines = splitCode(code, marks).map((pieces) =>
    pieces
      .map(({ kind, text }) => (kind ? `<i data-kind="${kind}">${escapeText(text)}</i>` : escapeText(text)))
      .join(""),
  );
  return `<code>${lines.map((line) => `<span>${line}\n</span>`).join("")}</code>`;
}

/** And back: for what reads words alone. */
export function codeText(html: string): string {
  return Object.entries(signs).reduce(
    (text, [sign, written]) => text.replaceAll(written, sign),
    html.replace(/<[^>]*>/g, "").trimEnd(),
  );
}

// The last one when reading back is the one that all others begin with.
const signs = { "<": "&lt;", ">": "&gt;", "&": "&amp;" };

function escapeText(text: string): string {
  return text.replace(/[<>&]/g, (sign) => signs[sign as keyof typeof signs]);
}
