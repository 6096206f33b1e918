import type { Institute } from "@shoreline/contract";
import {
  addLink,
  addPage,
  decorate,
  drawTagged,
  drawTaggedText,
  type Element,
  group,
  type Pdf,
  pageCount,
  paper,
} from "../../pdf/document.ts";
import { drawLight, drawLogo, drawMark, drawRule, halfSun } from "../../pdf/figure.ts";
import { lookOf } from "../../pdf/look.ts";
import { drawSetting, measureText, setText } from "../../pdf/typeset.ts";
import { drawTitle, type Part } from "./syllabus-pdf-parts.ts";

const horizon = 640;
const sunRadius = 62;
const valueX = paper.left + 178;
const labelStyle = { face: "text", size: 11, leading: 19 } as const;
const valueStyle = { face: "strong", size: 13, leading: 19 } as const;

type Row = { label: string; lines: string[]; to?: string };

/** Draws the last page: all contact details of the institute, above the sea or a plain band. */
export function drawContact(
  pdf: Pdf,
  { institute, publicUrl }: { institute: Institute; publicUrl?: string | undefined },
): Part {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  const title = "Talk to us";
  const sect = group(pdf, pdf.root, "Sect");
  addPage(pdf);
  let y = drawTitle(pdf, sect, { name: "contact", title });
  const lead = setText(
    doc,
    "Ask for the next batch, the fees, or a visit. We are glad to show you around before you decide.",
    { face: "text", size: 14, leading: 22 },
    { width: 400, isBalanced: true },
  );
  y = drawTaggedText(pdf, sect, lead, { type: "P", x: paper.left, y, colour: colours.inkSoft }) + 26;
  const page = pageCount(pdf);
  const list = group(pdf, sect, "L");
  for (const row of rowsOf(institute, publicUrl)) {
    if (y + 22 + row.lines.length * valueStyle.leading > horizon - sunRadius) y = addPage(pdf);
    y = drawRow(pdf, group(pdf, list, "LI"), { row, y });
  }
  drawSea(pdf, sect, institute);
  return { name: "contact", title, page };
}

function rowsOf(institute: Institute, publicUrl?: string): Row[] {
  const { name, address, phone, landline, email, whatsapp } = institute;
  const dial = (number: string) => `tel:${number.replace(/[^\d+]/g, "")}`;
  // The WhatsApp number is stored as digits. If it is the phone number too, it is printed in the same format.
  const chat = phone.replace(/\D/g, "") === whatsapp ? phone : `+${whatsapp}`;
  const rows: Row[] = [
    { label: "Visit", lines: [name, ...address] },
    { label: "Phone", lines: [phone], to: dial(phone) },
    ...(landline ? [{ label: "Landline", lines: [landline], to: dial(landline) }] : []),
    ...(whatsapp ? [{ label: "WhatsApp", lines: [chat], to: `https://wa.me/${whatsapp}` }] : []),
    { label: "E-mail", lines: [email], to: `mailto:${email}` },
  ];
  if (publicUrl) rows.push({ label: "Site", lines: [publicUrl.replace(/^https?:\/\/|\/+$/g, "")], to: publicUrl });
  return rows.filter(({ lines }) => lines.join("").replace("+", "").trim());
}

function drawRow(pdf: Pdf, item: Element, { row, y }: { row: Row; y: number }): number {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  const { label, lines, to } = row;
  decorate(pdf, () => drawRule(doc, { x: paper.left, y, width: paper.right - paper.left, colour: colours.rule }));
  const top = y + 11;
  const place = { x: paper.left, y: top, colour: colours.inkSoft };
  drawTaggedText(pdf, item, setText(doc, label, labelStyle, { width: 150 }), { type: "Lbl", ...place });
  const body = group(pdf, item, "LBody");
  let below = top;
  for (const line of lines) {
    const setting = setText(doc, line, valueStyle, { width: paper.right - valueX, maxLines: 2 });
    const value = { x: valueX, y: below, colour: to ? colours.sea : colours.ink };
    if (to)
      drawTagged(pdf, body, { type: "Link" }, (link) => {
        drawSetting(doc, setting, value);
        const width = Math.max(...setting.lines.map((text) => measureText(doc, text.trimEnd(), valueStyle)));
        addLink(pdf, link, { to, says: `${label}: ${line}`, x: valueX, y: below, width, height: setting.height });
      });
    else drawTaggedText(pdf, body, setting, { type: "P", ...value });
    below += setting.height;
  }
  return below + 11;
}

function drawSea(pdf: Pdf, sect: Element, institute: Institute) {
  const { doc } = pdf;
  const { colours, hasSea, logoOnDeep } = lookOf(doc);
  decorate(pdf, () => {
    if (hasSea) halfSun(doc, { x: 452, y: horizon, radius: sunRadius, colour: colours.coral });
    doc.rect(0, horizon, paper.width, paper.height - horizon).fill(colours.deep);
    drawLight(doc, { x: 388, y: horizon + 16, scale: 1 });
    if (!logoOnDeep) drawMark(doc, { x: paper.left, y: horizon + 44, size: 40 });
  });
  const x = logoOnDeep ? paper.left : paper.left + 54;
  const tagline = setText(
    doc,
    institute.tagline,
    { face: "text", size: 10.5, leading: 16 },
    { width: 250, maxLines: 2 },
  );
  if (logoOnDeep)
    drawTagged(pdf, sect, { type: "Figure", alt: institute.name }, () =>
      drawLogo(doc, logoOnDeep, { x, y: horizon + 26, width: 250, height: 40 }),
    );
  else {
    const style = { face: "head", size: 20, leading: 24, spacing: -0.3 } as const;
    const name = setText(doc, institute.name, style, { width: 250, maxLines: 1 });
    drawTaggedText(pdf, sect, name, { type: "P", x, y: horizon + 42, colour: colours.onDeep });
  }
  const y = horizon + (logoOnDeep ? 74 : 68);
  drawTaggedText(pdf, sect, tagline, { type: "P", x, y, colour: colours.onDeepSoft });
}
