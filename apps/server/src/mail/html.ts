import type { Institute } from "@shoreline/contract";
import { html, raw } from "hono/html";
import type { MailColours, MailLook } from "./look.ts";
import {
  answersOf,
  callTo,
  factsOf,
  groupNumbers,
  type Letter,
  mailTo,
  type Part,
  type Question,
  questionTitle,
  type Score,
  scoreLine,
} from "./parts.ts";

// Mail programs understand tables and inline styles, and little else. The style element is for those that know the dark
// theme and narrow screens; the others show the light theme, which stays readable when a program turns its colours around.
const face = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;";
const mono = "font-family:ui-monospace,Consolas,Menlo,'Liberation Mono',monospace;";
const wraps = "overflow-wrap:anywhere;word-break:break-word;";
const table = raw('role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"');

export function renderHtml(letter: Letter, { institute, look, publicUrl }: HtmlContext): string {
  const { subject, heading = subject, parts, why, unsubscribe } = letter;
  const paint = painter(look.light);
  const action = parts.find((part) => "button" in part && !part.url.startsWith("mailto:"));
  return String(html`<!doctype html>
<html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${subject}</title><style>${raw(styleSheet(look.dark))}</style></head>
<body ${paint("", { background: "paper" }, "margin:0;padding:0;-webkit-text-size-adjust:100%")}>
<div style="display:none;max-height:0;overflow:hidden;font-size:0">${previewOf(letter)}</div>
<table ${table} ${paint("", { background: "paper" })}><tr><td align="center" style="padding:20px 12px">
${raw('<!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->')}
<table ${table} style="max-width:600px;table-layout:fixed">
<tr><td style="padding:${look.logo ? "0 0 12px" : "4px 4px 16px"};${face}"><a href="${publicUrl}/" ${paint("", { color: "ink" }, "font-size:19px;line-height:1.3;font-weight:700;text-decoration:none")}>${brand(look)}</a></td></tr>
<tr><td ${paint("", { background: "card", border: "rule" }, "border-width:1px;border-style:solid;border-radius:12px")}>
<table ${table} style="table-layout:fixed"><tr><td class="inner" style="padding:28px 28px 8px;${face}${wraps}">
${strip(paint)}
<h1 ${paint("", { color: "ink" }, "margin:16px 0 20px;font-size:24px;line-height:1.25;font-weight:700")}>${holdTogether(heading)}</h1>
${parts.map((part) => toHtml(part, paint))}
</td></tr></table></td></tr>
<tr><td ${paint("", { color: "quiet" }, `padding:20px 4px 8px;${face}font-size:13px;line-height:1.6;${wraps}`)}>
${action && "button" in action ? html`<p style="margin:0 0 14px">If the button does not work, open this link: ${anchor(action.url, action.url, paint)}</p>` : ""}
<p style="margin:0 0 14px"><b>${institute.name}</b><br>${institute.address.join(", ")}<br>${anchor(holdTogether(institute.phone), callTo(institute.phone), paint)}, ${anchor(institute.email, mailTo(institute.email), paint)}</p>
<p style="margin:0">${why}${unsubscribe ? html`<br>${anchor(unsubscribe.text, unsubscribe.page, paint)}` : ""}</p></td></tr>
</table>
${raw("<!--[if mso]></td></tr></table><![endif]-->")}
</td></tr></table></body></html>`);
}

type HtmlContext = { institute: Institute; look: MailLook; publicUrl: string };
type Colours = { color?: keyof MailColours; background?: keyof MailColours; border?: keyof MailColours };
type Paint = (classes: string, colours: Colours, style?: string) => ReturnType<typeof raw>;

/** Colours of the light theme as attributes, and classes by which the style element replaces them in the dark. */
function painter(light: MailColours): Paint {
  return (classes, { color, background, border }, style = "") => {
    const names = [classes, color && `c-${color}`, background && `b-${background}`, border && `r-${border}`];
    const rules = [
      color && `color:${light[color]}`,
      background && `background-color:${light[background]}`,
      border && `border-color:${light[border]}`,
      style,
    ];
    const fill = background ? ` bgcolor="${light[background]}"` : "";
    return raw(`class="${names.filter(Boolean).join(" ")}"${fill} style="${rules.filter(Boolean).join(";")}"`);
  };
}

function styleSheet(dark: MailColours): string {
  const rules = Object.entries(dark).map(
    ([name, value]) =>
      `.c-${name}{color:${value}!important}.b-${name}{background-color:${value}!important}.r-${name}{border-color:${value}!important}`,
  );
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.inner{padding:20px 18px 4px!important}.label,.value{display:block!important;width:auto!important}.label{padding:9px 0 0!important}.value{padding:0 0 9px!important;border-top:0!important}h1{font-size:22px!important}}
@media (prefers-color-scheme:dark){${rules.join("")}}`;
}

/** Sunlight on water, drawn as lines of code: the figure of the whole product. */
function strip(paint: Paint) {
  const line = (width: number, background: "sea" | "sun") =>
    html`<td width="${width}" height="4" ${paint("", { background }, `width:${width}px;height:4px;font-size:0;line-height:4px;border-radius:2px`)}>&nbsp;</td><td width="6" style="width:6px;font-size:0">&nbsp;</td>`;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" aria-hidden="true"><tr>${[line(44, "sea"), line(14, "sun"), line(24, "sea")]}</tr></table>`;
}

/** Programs that know no `picture` show the `img` in it. */
function brand({ logo, wordmark }: MailLook) {
  if (!logo) return wordmark;
  const { light, dark } = logo;
  const night = dark
    ? html`<source media="(prefers-color-scheme:dark)" srcset="${dark.url}" width="${dark.width}" height="${dark.height}">`
    : "";
  return html`<picture>${night}<img src="${light.url}" width="${light.width}" height="${light.height}" alt="${wordmark}" style="display:block;max-width:100%;height:auto;border:0;border-radius:4px"></picture>`;
}

/** Without one, an inbox would show the first words of the page, which are always the same. */
function previewOf({ preview, parts }: Letter): string {
  const first = parts.find((part) => "paragraph" in part);
  return preview ?? (first && "paragraph" in first ? first.paragraph : "");
}

function toHtml(part: Part, paint: Paint) {
  if ("greeting" in part) return paragraph(part.greeting ? `Hello ${part.greeting},` : "Hello,", paint);
  if ("paragraph" in part) return paragraph(part.paragraph, paint);
  if ("facts" in part) return factTable(part.facts, paint);
  if ("list" in part) return list(part.list, paint);
  if ("button" in part) return button(part, paint);
  if ("link" in part)
    return html`<p style="margin:0 0 20px;font-size:16px;line-height:1.55">${anchor(part.link, part.url, paint)}</p>`;
  if ("note" in part)
    return html`<p ${paint("", { color: "quiet" }, "margin:0 0 20px;font-size:14px;line-height:1.55")}>${lines(part.note, paint)}</p>`;
  if ("program" in part) return program(part, paint);
  if ("score" in part) return scoreBar(part.score, paint);
  return questionBlock(part.question, paint);
}

/** Telephone numbers and times of day stay on one line. */
function holdTogether(text: string): string {
  return groupNumbers(text).replace(/\+\d[\d ]{7,}\d|\d [AP]M\b/g, (found) => found.replaceAll(" ", "\u00a0"));
}

/** Line breaks of a text are line breaks in the mail. */
function lines(text: string, paint: Paint) {
  return holdTogether(text)
    .split("\n")
    .map((line, n) => (n === 0 ? html`${linked(line, paint)}` : html`<br>${linked(line, paint)}`));
}

const reachable = /(\+\d[\d\u00a0]{7,}\d|[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.\p{L}{2,})/u;

/** Telephone numbers and addresses are links. */
function linked(line: string, paint: Paint) {
  return line
    .split(reachable)
    .map((piece, n) =>
      n % 2 === 0 ? html`${piece}` : anchor(piece, piece.includes("@") ? mailTo(piece) : callTo(piece), paint),
    );
}

function paragraph(text: string, paint: Paint) {
  return html`<p ${paint("", { color: "soft" }, "margin:0 0 20px;font-size:16px;line-height:1.55")}>${lines(text, paint)}</p>`;
}

function anchor(text: string, url: string, paint: Paint) {
  return html`<a href="${safeUrl(url)}" ${paint("", { color: "sea" }, "text-decoration:underline")}>${text}</a>`;
}

/** Only what a reader may expect from a link in a mail: `javascript:` and the like lead nowhere. */
function safeUrl(url: string): string {
  return /^(https?:|mailto:|tel:)/.test(url) ? url : "#";
}

function factTable(facts: Record<string, string>, paint: Paint) {
  const cell = "font-size:15px;line-height:1.45;border-top-width:1px;border-top-style:solid;vertical-align:top;";
  const rows = factsOf(facts).map(
    ([label, value]) =>
      html`<tr><td width="27%" ${paint("label", { color: "quiet", border: "rule" }, `${cell}padding:9px 12px 9px 0`)}>${label}</td><td ${paint("value", { color: "ink", border: "rule" }, `${cell}padding:9px 0;font-weight:600;${wraps}`)}>${lines(value, paint)}</td></tr>`,
  );
  return html`<table ${table} style="margin:0 0 20px;table-layout:fixed">${rows}</table>`;
}

function list(items: string[], paint: Paint) {
  const rows = items.map((item) => html`<li style="margin:0 0 6px">${lines(item, paint)}</li>`);
  return html`<ul ${paint("", { color: "soft" }, "margin:0 0 20px;padding:0 0 0 20px;font-size:16px;line-height:1.5")}>${rows}</ul>`;
}

/** Outlook ignores the padding of a link, so its cell has it as well. */
function button({ button: text, url }: { button: string; url: string }, paint: Paint) {
  const size = "font-size:16px;line-height:1.3;font-weight:700;text-decoration:none;";
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px"><tr><td align="center" ${paint("", { background: "sea" }, "border-radius:8px;mso-padding-alt:14px 24px")}><a href="${safeUrl(url)}" ${paint("", { color: "onSea" }, `display:inline-block;padding:14px 24px;${size}`)}>${text}</a></td></tr></table>`;
}

function program({ program: code, title }: { program: string; title?: string }, paint: Paint) {
  const head = title
    ? html`<p ${paint("", { color: "ink" }, "margin:0 0 8px;font-size:16px;font-weight:600")}>${title}</p>`
    : "";
  return html`${head}<div style="margin:0 0 20px">${codeBox(code, paint)}</div>`;
}

function codeBox(code: string, paint: Paint) {
  return html`<pre ${paint("", { color: "ink", background: "box" }, `margin:0;padding:10px 12px;border-radius:4px;${mono}font-size:13px;line-height:1.5;white-space:pre-wrap;${wraps}`)}>${code}</pre>`;
}

function scoreBar(score: Score, paint: Paint) {
  const total = score.correct + score.wrong + score.skipped;
  const colours = { correct: "correct", wrong: "wrong", skipped: "rule" } as const;
  const cells = (["correct", "wrong", "skipped"] as const)
    .filter((outcome) => score[outcome] > 0)
    .map(
      (outcome) =>
        html`<td width="${Math.round((100 * score[outcome]) / total)}%" height="12" ${paint("", { background: colours[outcome] }, "font-size:0;line-height:12px")}>&nbsp;</td>`,
    );
  return html`<table ${table} aria-hidden="true" style="margin:0 0 12px"><tr>${cells}</tr></table>${paragraph(scoreLine(score), paint)}`;
}

const outcomeColour = { correct: "correct", wrong: "wrong", skipped: "quiet" } as const;

function questionBlock(question: Question, paint: Paint) {
  const answers = answersOf(question).map(
    ({ label, text, outcome, isCode }) =>
      html`<p ${paint("", { color: "quiet" }, "margin:8px 0 0;font-size:13px")}>${label}</p><p ${paint("", { color: outcomeColour[outcome] }, `margin:0;font-size:15px;line-height:1.45;${isCode ? mono : ""}${wraps}`)}>${text}</p>`,
  );
  return html`<div ${paint("", { border: "rule" }, "margin:0;padding:18px 0;border-top-width:1px;border-top-style:solid")}>
<p ${paint("", { color: outcomeColour[question.outcome] }, "margin:0;font-size:13px;font-weight:700")}>${questionTitle(question)}</p>
<p ${paint("", { color: "ink" }, "margin:4px 0 8px;font-size:16px;line-height:1.4;font-weight:600")}>${lines(question.text, paint)}</p>
${question.code ? codeBox(question.code, paint) : ""}${answers}</div>
`;
}
