import type { Institute } from "@shoreline/contract";
import { outcomeOf, percentage } from "@shoreline/domain/quiz";
import { html } from "hono/html";
import type { result, StoredAnswer } from "../../db/tables/quiz.ts";
import { letter, type MailJob } from "../../mail.ts";

type Result = typeof result.$inferSelect;
/** `ofTopic` is the number of questions of the topic. */
type Report = { result: Result; ofTopic: number; url: string; publicUrl: string };

const notAnswered = "not answered";

/** The mail to the visitor. It repeats nothing that was typed, because anyone could give a stranger's address. */
export function resultMail(institute: Institute, report: Report): MailJob {
  const { email, languageName, topic, correct, total } = report.result;
  return {
    to: email,
    subject: `${languageName}, ${topic}: ${correct} of ${total} correct`,
    text: textOf(institute, report),
    html: String(htmlOf(institute, report)),
  };
}

function partOf({ result: { total }, ofTopic }: Report): string {
  return total < ofTopic ? `${total} of the ${ofTopic} questions of this topic.` : "";
}

function textOf(institute: Institute, report: Report): string {
  const { result, url } = report;
  const { languageName, topic, correct, wrong, skipped, total, setup, answerKey } = result;
  const part = partOf(report);
  const tables = setup && `The tables:\n\n${indented(setup)}\n\n`;
  const questions = answerKey.map((asked, n) =>
    [
      `${n + 1}. ${asked.question} [${words[outcomeOf(asked)]}]`,
      ...(asked.code ? [indented(asked.code)] : []),
      `   Your answer:    ${asked.selected ?? notAnswered}`,
      `   Correct answer: ${asked.answer}`,
    ].join("\n"),
  );
  return letter(institute, {
    body: `Your result in the practice test ${languageName}, ${topic}: ${correct} of ${total} correct, ${percentage(result)}%.
${wrong} wrong, ${skipped} skipped.${part && `\n${part}`}

See every question with its explanation, and try the wrong ones again:
${url}

${tables}${questions.join("\n\n")}

If you did not take this test, somebody mistyped their address. You need not do anything.`,
  });
}

function indented(code: string): string {
  return code.replace(/^/gm, "       ");
}

const words = { correct: "correct", wrong: "wrong", skipped: "skipped" } as const;
const colours = { correct: "#17704a", wrong: "#b23318", skipped: "#586a7c" } as const;

// Mail programs understand tables and inline styles, and little else. One column fits a narrow screen.
const face = "font-family:Segoe UI,Roboto,Helvetica,Arial,sans-serif;";
const mono = "font-family:Consolas,Menlo,Liberation Mono,monospace;";
const wraps = "overflow-wrap:break-word;word-break:break-word;";

function htmlOf(institute: Institute, report: Report) {
  const { result, url, publicUrl } = report;
  const { languageName, topic, correct, wrong, skipped, total, setup, answerKey } = result;
  const percent = percentage(result);
  const title = `${languageName}, ${topic}`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light"><title>${title}</title></head>
<body style="margin:0;padding:0;background:#fdfbf7">
<div style="display:none;max-height:0;overflow:hidden">${percent}%: ${correct} correct, ${wrong} wrong, ${skipped} skipped.</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#fdfbf7"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="max-width:600px;border:1px solid #dcd6c9">
<tr><td bgcolor="#0a3357" style="padding:16px 20px;${face}font-size:17px;font-weight:700"><a href="${publicUrl}" style="color:#ffffff;text-decoration:none">${institute.name}</a></td></tr>
<tr><td style="padding:24px 20px 8px;${face}color:#0d2136">
<p style="margin:0;font-size:15px;color:#3d5064">Practice test: ${title}</p>
<h1 style="margin:8px 0 0;font-size:28px;line-height:1.15">${correct} of ${total} correct, ${percent}%</h1>
</td></tr>
<tr><td style="padding:8px 20px">${scoreBar(result)}</td></tr>
<tr><td style="padding:0 20px 16px;${face}font-size:15px;line-height:1.5;color:#3d5064">${correct} correct, ${wrong} wrong, ${skipped} skipped. ${partOf(report)}</td></tr>
<tr><td style="padding:0 20px 24px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="#0b4f8f" style="border-radius:8px"><a href="${url}" style="display:inline-block;padding:13px 22px;${face}font-size:16px;font-weight:700;color:#ffffff;text-decoration:none">See every explanation</a></td></tr></table></td></tr>
${setup ? html`<tr><td style="padding:18px 20px;border-top:1px solid #dcd6c9"><p style="margin:0 0 8px;${face}font-size:16px;font-weight:600;color:#0d2136">The tables</p>${codeBox(setup)}</td></tr>` : ""}
${answerKey.map((asked, n) => questionRow(asked, n + 1))}
<tr><td style="padding:20px;border-top:1px solid #dcd6c9;${face}font-size:13px;line-height:1.6;color:#586a7c;${wraps}">
If the button does not work, open this link: <a href="${url}" style="color:#0b4f8f">${url}</a><br><br>
If you did not take this test, somebody mistyped their address. You need not do anything.<br><br>
${institute.name}, ${institute.address.join(", ")}<br>${institute.phone}, <a href="mailto:${institute.email}" style="color:#0b4f8f">${institute.email}</a></td></tr>
</table></td></tr></table></body></html>`;
}

function scoreBar({ correct, wrong, skipped, total }: Result) {
  const parts = [
    { count: correct, colour: "#17704a" },
    { count: wrong, colour: "#e65a3c" },
    { count: skipped, colour: "#838e99" },
  ].filter(({ count }) => count > 0);
  const cells = parts.map(
    ({ count, colour }) =>
      html`<td width="${Math.round((100 * count) / total)}%" height="12" bgcolor="${colour}" style="font-size:0;line-height:12px">&nbsp;</td>`,
  );
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${cells}</tr></table>`;
}

function codeBox(code: string) {
  return html`<pre style="margin:0;padding:10px 12px;background:#e7f0f6;${mono}font-size:13px;line-height:1.5;color:#0d2136;white-space:pre-wrap;${wraps}">${code}</pre>`;
}

function questionRow(asked: StoredAnswer, number: number) {
  const outcome = outcomeOf(asked);
  const line = (label: string, text: string | null, colour: string) =>
    html`<tr><td style="padding:6px 0 0;${face}font-size:13px;color:#586a7c">${label}</td></tr><tr><td style="${asked.isCode && text !== null ? mono : face}font-size:15px;line-height:1.45;color:${colour};${wraps}">${text ?? notAnswered}</td></tr>`;
  return html`<tr><td style="padding:18px 20px;border-top:1px solid #dcd6c9"><table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td style="${face}font-size:13px;font-weight:700;color:${colours[outcome]}">Question ${number}: ${words[outcome]}</td></tr>
<tr><td style="padding:4px 0 0;${face}font-size:16px;line-height:1.4;font-weight:600;color:#0d2136;${wraps}">${asked.question}</td></tr>
${asked.code ? html`<tr><td style="padding:8px 0 2px">${codeBox(asked.code)}</td></tr>` : ""}
${line("Your answer", asked.selected, colours[outcome])}
${outcome === "correct" ? "" : line("Correct answer", asked.answer, colours.correct)}
</table></td></tr>
`;
}
