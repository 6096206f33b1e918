import {
  decorate,
  drawTagged,
  drawTaggedText,
  finishDocument,
  group,
  openDocument,
  type Pdf,
} from "../../pdf/document.ts";
import { drawRule } from "../../pdf/figure.ts";
import { printLook } from "../../pdf/look.ts";
import { drawSetting, type Setting, type Style, setText } from "../../pdf/typeset.ts";
import { formatIsoDay, formatPaise } from "../enrolment/invoice-pdf-parts.ts";
import { noteOf, type ReceiptInput, restOf, sumsOf } from "./receipt-pdf.ts";

const millimetre = 72 / 25.4;
/** Printers of 80 mm paper leave four on each side blank. */
const roll = { width: 80 * millimetre, left: 4 * millimetre, right: 76 * millimetre };
const width = roll.right - roll.left;
/** Thermal printers know black and white only. */
const black = "#000000";

const plain = { face: "text", size: 9, leading: 12.5 } as const;
const strong = { face: "strong", size: 9, leading: 12.5 } as const;
const name = { face: "strong", size: 11.5, leading: 15 } as const;
const large = { face: "strong", size: 15, leading: 20 } as const;

type Line = { text: string; style: Style } | { label: string; amount: string; style: Style } | "rule";

/** One page as long as the receipt, for the roll of a receipt printer. */
export async function drawRoll(receipt: ReceiptInput): Promise<Uint8Array> {
  const { number, issuedOn, institute } = receipt;
  const pdf = openDocument({
    ...{ title: `Receipt ${number}`, author: institute.name, subject: `Receipt of ${formatIsoDay(issuedOn)}` },
    ...{ madeAt: new Date(issuedOn), look: printLook(receipt.brand) },
  });
  const lines = linesOf(receipt);
  const sect = group(pdf, pdf.root, "Sect");
  const margin = 5 * millimetre;
  pdf.doc.addPage({ size: [roll.width, measure(pdf, lines) + 2 * margin], margin: 0 });
  let y = margin;
  for (const line of lines) {
    if (line === "rule") {
      const at = y + 4;
      decorate(pdf, () => drawRule(pdf.doc, { x: roll.left, y: at, width, colour: black }));
      y += ruleHeight;
    } else if ("amount" in line) {
      const [label, amount] = setPair(pdf, line);
      const top = y;
      drawTagged(pdf, sect, { type: "P", actual: `${line.label} ${line.amount}` }, () => {
        drawSetting(pdf.doc, label, { x: roll.left, y: top, colour: black });
        drawSetting(pdf.doc, amount, { x: 0, alignRightTo: roll.right, y: top, colour: black });
      });
      y += Math.max(label.height, amount.height);
    } else {
      y = drawTaggedText(pdf, sect, setLine(pdf, line), { type: "P", x: roll.left, y, colour: black });
    }
  }
  return finishDocument(pdf);
}

const ruleHeight = 9;

function setLine({ doc }: Pdf, { text, style }: { text: string; style: Style }): Setting {
  return setText(doc, text, style, { width });
}

function setPair({ doc }: Pdf, { label, amount, style }: { label: string; amount: string; style: Style }) {
  return [
    setText(doc, label, style, { width: width * 0.58 }),
    setText(doc, amount, style, { width: width * 0.42 }),
  ] as const;
}

function measure(pdf: Pdf, lines: Line[]): number {
  const heights = lines.map((line) => {
    if (line === "rule") return ruleHeight;
    return "amount" in line ? Math.max(...setPair(pdf, line).map(({ height }) => height)) : setLine(pdf, line).height;
  });
  return heights.reduce((sum, height) => sum + height, 0);
}

function linesOf(receipt: ReceiptInput): Line[] {
  const { institute, payer, number, issuedOn, course, batch, method, reference, invoiceNumber } = receipt;
  const texts = (given: string[]) => given.filter(Boolean).map((text) => ({ text, style: plain }));
  const sums = sumsOf(receipt).map(([label, amount]) => ({
    label: label.split(",")[0] ?? label,
    amount,
    style: plain,
  }));
  return [
    { text: institute.name, style: name },
    ...texts([...institute.address, institute.phone, institute.gstin ? `GSTIN ${institute.gstin}` : ""]),
    "rule",
    { label: "Receipt", amount: number, style: strong },
    { label: "Date", amount: formatIsoDay(issuedOn), style: plain },
    { label: "Invoice", amount: invoiceNumber, style: plain },
    "rule",
    ...texts([payer.company, payer.name, payer.mobile, course, batch]),
    "rule",
    ...sums,
    { label: `Received, ${method}`, amount: formatPaise(receipt.amountInPaise), style: large },
    ...texts([reference ? `Reference ${reference}` : "", receipt.amountInWords]),
    "rule",
    ...texts([restOf(receipt), `Taken by ${receipt.takenBy}`, noteOf(receipt)]),
  ];
}
