import { splitCode } from "@shoreline/domain/code";

/** Highlighted code as HTML. For loaders, so that the browser does not load this function. */
export function codeHtml({ code, marks }: { code: string; marks: string }): string {
  const lines = splitCode(code, marks).map((pieces) =>
    pieces
      .map(({ kind, text }) => (kind ? `<i data-kind="${kind}">${escapeText(text)}</i>` : escapeText(text)))
      .join(""),
  );
  return `<code>${lines.map((line) => `<span>${line}\n</span>`).join("")}</code>`;
}

/** Plain code from that HTML, for readers of plain text. */
export function codeText(html: string): string {
  return Object.entries(signs).reduce(
    (text, [sign, written]) => text.replaceAll(written, sign),
    html.replace(/<[^>]*>/g, "").trimEnd(),
  );
}

// &amp; is decoded last, because every other escape starts with &.
const signs = { "<": "&lt;", ">": "&gt;", "&": "&amp;" };

function escapeText(text: string): string {
  return text.replace(/[<>&]/g, (sign) => signs[sign as keyof typeof signs]);
}
