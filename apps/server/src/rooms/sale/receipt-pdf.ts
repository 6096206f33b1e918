import {
  addPage,
  decorate,
  drawTagged,
  drawTaggedText,
  type Element,
  finishDocument,
  group,
  openDocument,
  type Pdf,
  paper,
} from "../../pdf/document.ts";
import { drawRule } from "../../pdf/figure.ts";
import { type Letterhead, lookOf, type PrintedBrand, printLook } from "../../pdf/look.ts";
import { drawSetting, setText } from "../../pdf/typeset.ts";
import { drawHead } from "../enrolment/invoice-pdf-head.ts";
import {
  type Column,
  drawColumns,
  drawFigures,
  formatIsoDay,
  formatPaise,
  fullWidth,
  labelStyle,
  textStyle,
} from "../enrolment/invoice-pdf-parts.ts";

/** `issuedOn` and `dueOn` are days of the institute. */
export type ReceiptInput = {
  number: string;
  issuedOn: string;
  institute: { name: string; address: string[]; email: string; phone: string; gstin: string | null };
  payer: { name: string; email: string; mobile: string; company: string };
  course: string;
  batch: string;
  listPriceInPaise: number;
  discountInPaise: number;
  priceInPaise: number;
  part: { number: number; count: number };
  amountInPaise: number;
  amountInWords: string;
  openInPaise: number;
  nextDue: { dueOn: string; amountInPaise: number } | null;
  method: string;
  reference: string;
  invoiceNumber: string;
  takenBy: string;
  brand: PrintedBrand;
};

/** The paper may be a tax invoice or a bill of supply. */
export function noteOf({ invoiceNumber }: ReceiptInput): string {
  return `${invoiceNumber} comes with this receipt. This is a computer-generated document.`;
}

/** Label and amount of each line above the total. */
export function sumsOf({ listPriceInPaise, discountInPaise, priceInPaise, part }: ReceiptInput): [string, string][] {
  return [
    ["Course fee, GST included where it applies", formatPaise(listPriceInPaise)],
    ...(discountInPaise > 0
      ? ([
          ["Discount", `−${formatPaise(discountInPaise)}`],
          ["Agreed price", formatPaise(priceInPaise)],
        ] as [string, string][])
      : []),
    ...(part.count > 1 ? ([["This part", `${part.number} of ${part.count}`]] as [string, string][]) : []),
  ];
}

export function restOf({ openInPaise, nextDue }: ReceiptInput): string {
  if (openInPaise === 0 || !nextDue) return "Nothing is left to pay.";
  return `${formatPaise(openInPaise)} still to pay; the next part, ${formatPaise(nextDue.amountInPaise)}, by ${formatIsoDay(nextDue.dueOn)}.`;
}

/** A sheet of A4. */
export async function drawReceipt(receipt: ReceiptInput, letterhead?: Letterhead): Promise<Uint8Array> {
  const { number, issuedOn, institute, method } = receipt;
  const paidOn = formatIsoDay(issuedOn);
  const pdf = openDocument({
    ...{ title: `Receipt ${number}`, author: institute.name, subject: `Receipt of ${paidOn}` },
    ...{ madeAt: new Date(issuedOn), look: printLook(receipt.brand, letterhead) },
  });
  const sect = group(pdf, pdf.root, "Sect");
  addPage(pdf);
  const stamp = { word: "Received", text: `${method}, ${paidOn}` };
  let y = drawHead(pdf, sect, { title: "Receipt", institute: institute.name, stamp }) + 24;
  y = drawColumns(pdf, sect, { columns: factsOf(receipt), y }) + 16;
  y = drawColumns(pdf, sect, { columns: partiesOf(receipt), y }) + 24;
  y = drawSums(pdf, sect, { receipt, y }) + 22;
  const { colours } = lookOf(pdf.doc);
  for (const [text, colour] of [
    [restOf(receipt), colours.ink],
    [`Taken by ${receipt.takenBy} at the desk.`, colours.inkSoft],
  ] as const) {
    const setting = setText(pdf.doc, text, textStyle, { width: fullWidth });
    y = drawTaggedText(pdf, sect, setting, { type: "P", x: paper.left, y, colour }) + 4;
  }
  const note = setText(pdf.doc, noteOf(receipt), labelStyle, { width: fullWidth });
  drawTaggedText(pdf, sect, note, { type: "P", x: paper.left, y: 796, colour: colours.inkFaint });
  return finishDocument(pdf);
}

const fact = (label: string, text: string): Column => ({ label, lines: [{ text, isStrong: true }] });

function factsOf({ number, issuedOn, invoiceNumber, reference, method }: ReceiptInput): Column[] {
  return [
    fact("Receipt number", number),
    fact("Date", formatIsoDay(issuedOn)),
    fact("Invoice", invoiceNumber),
    fact(reference ? `${method} reference` : "Paid by", reference || method),
  ];
}

function partiesOf({ institute, payer, course, batch }: ReceiptInput): Column[] {
  const lines = (texts: string[]) => texts.filter(Boolean).map((text, at) => ({ text, isStrong: at === 0 }));
  const { name, address, phone, gstin } = institute;
  const registration = gstin ? `GSTIN ${gstin}` : "";
  const from = lines([name, ...address, phone, registration]);
  const paidBy = lines([payer.company, payer.name, payer.mobile, payer.email]);
  return [
    { label: "Received by", lines: from, isWide: true },
    { label: "Received from", lines: [...paidBy, { text: `For ${course}` }, { text: batch }], isWide: true },
  ];
}

const amountStyle = { face: "text", size: 10.5, leading: 22 } as const;
const totalStyle = { face: "display", size: 28, leading: 34, spacing: -0.5 } as const;

function drawSums(pdf: Pdf, sect: Element, { receipt, y }: { receipt: ReceiptInput; y: number }): number {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  let below = y;
  for (const [label, amount] of sumsOf(receipt)) {
    const top = below;
    decorate(pdf, () => drawRule(doc, { x: paper.left, y: top, width: fullWidth, colour: colours.rule }));
    drawTagged(pdf, sect, { type: "P", actual: `${label} ${amount}` }, () => {
      drawSetting(doc, setText(doc, label, amountStyle, { width: 340 }), {
        x: paper.left,
        y: top,
        colour: colours.inkSoft,
      });
      drawFigures(doc, { text: amount, style: amountStyle, right: paper.right, y: top, colour: colours.ink });
    });
    below = top + amountStyle.leading;
  }
  decorate(pdf, () => drawRule(doc, { x: paper.left, y: below, width: fullWidth, colour: colours.ink }));
  const text = formatPaise(receipt.amountInPaise);
  const total = setText(doc, text, totalStyle, { width: 260 });
  const words = setText(doc, receipt.amountInWords, textStyle, { width: 240, isBalanced: true });
  drawTagged(pdf, sect, { type: "P", actual: `Received ${text}` }, () => {
    drawSetting(doc, total, { x: 0, alignRightTo: paper.right, y: below + 14, colour: colours.ink });
  });
  const place = { type: "P", x: paper.left, y: below + 14, colour: colours.inkFaint };
  const wordsY = drawTaggedText(pdf, sect, setText(doc, "Received, in words", labelStyle, { width: 240 }), place) + 3;
  return Math.max(drawTaggedText(pdf, sect, words, { ...place, y: wordsY, colour: colours.ink }), below + 52);
}
