import { stateAndCountry } from "@shoreline/domain/enrolment";
import { carriedOver, paymentMethodName } from "@shoreline/domain/payment";
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
  pageCount,
  paper,
} from "../../pdf/document.ts";
import { drawRule } from "../../pdf/figure.ts";
import { type Letterhead, lookOf, type PrintedBrand, printLook } from "../../pdf/look.ts";
import { drawSetting, measureText, setText } from "../../pdf/typeset.ts";
import { drawHead } from "./invoice-pdf-head.ts";
import {
  type Column,
  drawColumns,
  formatIsoDay,
  formatPaise,
  fullWidth,
  labelStyle,
  textStyle,
} from "./invoice-pdf-parts.ts";
import { drawTable, type InvoiceLine } from "./invoice-pdf-table.ts";
import { taxColumns } from "./invoice-pdf-tax.ts";

/** `issuedOn` and `paidOn` are ISO days in India; `reference` is the provider's id of the payment. */
export type InvoiceInput = {
  number: string;
  issuedOn: string;
  institute: {
    name: string;
    address: string[];
    email: string;
    phone: string;
    gstin: string | null;
    state: string;
    stateCode: string;
  };
  buyer: {
    name: string;
    email: string;
    mobile: string;
    state: string;
    country: string;
    /** The employer who pays. */
    company?: { name: string; gstin: string | null };
  };
  placeOfSupply: { name: string; code: string } | null;
  /** Both issue bills of supply. */
  scheme?: "exempt" | "composition";
  /** To a buyer outside India: the letter of undertaking, or null when IGST is paid. */
  exported?: { lut: string | null };
  lines: InvoiceLine[];
  tax: { ratePercent: number; cgstInPaise: number; sgstInPaise: number; igstInPaise: number };
  totalInPaise: number;
  /** What made it cheaper, and what it would have cost with tax. */
  discount?: { listPriceInPaise: number; offer: string };
  amountInWords: string;
  payment: { method: string; reference: string | null; paidOn: string };
  /** A credit note names the invoice that it takes back. */
  creditOf?: { number: string; issuedOn: string };
  /** Older invoices have none. */
  brand?: PrintedBrand;
};

type Discount = NonNullable<InvoiceInput["discount"]>;

/** Draws the invoice of a purchase, a bill of supply, a receipt if the institute is not registered for GST, or a credit note. */
export async function drawInvoice(invoice: InvoiceInput, letterhead?: Letterhead): Promise<Uint8Array> {
  refuseWrongSums(invoice);
  const { number, issuedOn, institute, lines, payment } = invoice;
  const kind = kindOf(invoice);
  const title = `${kind} ${number}`;
  const subject = `${kind} of ${formatIsoDay(issuedOn)}`;
  const pdf = openDocument({
    title,
    author: institute.name,
    subject,
    madeAt: new Date(issuedOn),
    look: printLook(invoice.brand, letterhead),
  });
  const sect = group(pdf, pdf.root, "Sect");
  addPage(pdf);
  const paidOn = formatIsoDay(payment.paidOn);
  const stamp =
    invoice.totalInPaise === 0
      ? { word: "Free", text: paidOn }
      : { word: stampWord(invoice), text: isCarried(invoice) ? paidOn : `${payment.method}, ${paidOn}` };
  let y = drawHead(pdf, sect, { title: kind, institute: institute.name, stamp }) + 24;
  y = drawDeclaration(pdf, sect, { invoice, y });
  y = drawColumns(pdf, sect, { columns: factsOf(invoice), y }) + 16;
  y = drawColumns(pdf, sect, { columns: partiesOf(invoice), y }) + 24;
  y = drawTable(pdf, sect, { lines, taxes: taxColumns(invoice), y });
  if (y + closingHeight + (invoice.discount ? discountHeight : 0) > paper.bottom) y = addPage(pdf);
  y = drawTotal(pdf, sect, { invoice, y }) + 20;
  if (invoice.discount) y = drawColumns(pdf, sect, { columns: discountOf(invoice, invoice.discount), y }) + 16;
  drawColumns(pdf, sect, { columns: paymentOf(invoice), y });
  drawFeet(pdf, sect, title);
  return finishDocument(pdf);
}

/** No money moved: what was paid for another course counts for this one, or the other way round. */
function isCarried({ payment }: InvoiceInput): boolean {
  return payment.method === paymentMethodName(carriedOver);
}

function stampWord(invoice: InvoiceInput): string {
  if (isCarried(invoice)) return "Carried over";
  return invoice.creditOf ? "Refunded" : "Paid";
}

function kindOf(invoice: InvoiceInput): string {
  if (invoice.creditOf) return "Credit note";
  const name = nameOf(invoice);
  return name === "Invoice" ? "Tax invoice" : name;
}

/** How the paper is called, or the one that a credit note takes back. */
function nameOf({ institute, scheme }: InvoiceInput): string {
  if (institute.gstin === null) return "Receipt";
  return scheme ? "Bill of supply" : "Invoice";
}

/** Rules 46 and 5(1)(f) of the CGST Rules have the wording of exports and of the composition scheme. */
function declarationOf({ scheme, exported }: InvoiceInput): string {
  if (scheme === "composition") return "Composition taxable person, not eligible to collect tax on supplies";
  if (scheme === "exempt") return "Supply exempt from GST: no tax is charged";
  if (!exported) return "";
  if (!exported.lut) return "SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX";
  return `SUPPLY MEANT FOR EXPORT UNDER LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX. LUT ARN ${exported.lut}`;
}

/** The law wants it at the top. Returns the y below. */
function drawDeclaration(pdf: Pdf, sect: Element, { invoice, y }: { invoice: InvoiceInput; y: number }): number {
  const text = declarationOf(invoice);
  if (!text) return y;
  const style = { face: "strong", size: 9, leading: 13 } as const;
  const setting = setText(pdf.doc, text, style, { width: fullWidth });
  const { ink } = lookOf(pdf.doc).colours;
  return drawTaggedText(pdf, sect, setting, { type: "P", x: paper.left, y: y - 6, colour: ink }) + 14;
}

/** An invoice with wrong sums must never be issued. */
function refuseWrongSums({ number, institute, scheme, exported, lines, tax, totalInPaise }: InvoiceInput) {
  const taxInPaise = tax.cgstInPaise + tax.sgstInPaise + tax.igstInPaise;
  const sum = lines.reduce((total, { amountInPaise }) => total + amountInPaise, taxInPaise);
  if (sum !== totalInPaise) throw new Error(`Invoice ${number} adds up to ${sum} paise, not to ${totalInPaise}.`);
  if (institute.gstin === null && taxInPaise > 0) throw new Error(`Invoice ${number} has tax but no GSTIN.`);
  if ((scheme || exported?.lut) && taxInPaise > 0) throw new Error(`Invoice ${number} must have no tax.`);
}

function fact(label: string, text: string, { isWide = false } = {}): Column {
  return { label, lines: [{ text, isStrong: true }], isWide };
}

function factsOf(invoice: InvoiceInput): Column[] {
  const { number, issuedOn, placeOfSupply, creditOf } = invoice;
  const paperName = nameOf(invoice);
  const facts = [fact(`${creditOf ? "Credit note" : paperName} number`, number), fact("Date", formatIsoDay(issuedOn))];
  if (placeOfSupply) facts.push(fact("Place of supply", `${placeOfSupply.name} (${placeOfSupply.code})`));
  // Rule 53(1A) requires the number and the date of the invoice.
  if (creditOf) {
    const lines = [{ text: creditOf.number, isStrong: true }, { text: formatIsoDay(creditOf.issuedOn) }];
    return [...facts, { label: `Takes back ${paperName.toLowerCase()}`, lines }];
  }
  // Rule 46(p) requires this line even when the answer is no.
  if (paperName === "Invoice") facts.push(fact("Reverse charge", "No"));
  return facts;
}

function partiesOf({ institute, buyer, placeOfSupply }: InvoiceInput): Column[] {
  const { name, address, gstin, state, stateCode, email, phone } = institute;
  const plain = (text: string) => ({ text });
  const registration = [{ text: `GSTIN ${gstin}`, isStrong: true }, plain(`${state}, state code ${stateCode}`)];
  const from = [...address.map(plain), ...(gstin === null ? [] : registration), plain(email), plain(phone)];
  const home = stateAndCountry(buyer, { suggested: state }).map(capitalise);
  const { company } = buyer;
  // The state in the profile is the learner's, not the company's.
  const place =
    company?.gstin && placeOfSupply ? `${placeOfSupply.name}, state code ${placeOfSupply.code}` : home.join(", ");
  const to = [
    ...(company?.gstin ? [{ text: `GSTIN ${company.gstin}`, isStrong: true }] : []),
    ...[place, ...(company ? [`Kind attention: ${buyer.name}`] : []), buyer.email, buyer.mobile].map(plain),
  ];
  return [
    { label: "From", lines: [{ text: name, isStrong: true }, ...from], isWide: true },
    { label: "Billed to", lines: [{ text: company?.name ?? buyer.name, isStrong: true }, ...to], isWide: true },
  ];
}

/** The form suggests the country in small letters. */
function capitalise(text: string): string {
  return text.trim().replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}

function paymentOf(invoice: InvoiceInput): Column[] {
  const { payment, totalInPaise, creditOf } = invoice;
  if (totalInPaise === 0) return [fact("Payment", "Not required")];
  const done = creditOf ? "Given back" : "Paid";
  const on = formatIsoDay(payment.paidOn);
  const facts = isCarried(invoice)
    ? [fact("Carried over", creditOf ? "To another course" : "From another course"), fact("Carried over on", on)]
    : [fact(`${done} by`, payment.method), fact(`${done} on`, on)];
  if (payment.reference) facts.push(fact("Payment reference", payment.reference, { isWide: true }));
  return facts;
}

function discountOf({ totalInPaise }: InvoiceInput, { listPriceInPaise, offer }: Discount): Column[] {
  return [
    fact("List price", formatPaise(listPriceInPaise)),
    fact("Discount", `−${formatPaise(listPriceInPaise - totalInPaise)}`),
    fact("Offer", capitalise(offer), { isWide: true }),
  ];
}

/** Total and payment stay on one page. */
const closingHeight = 140;
const discountHeight = 50;
const totalStyle = { face: "display", size: 28, leading: 34, spacing: -0.5 } as const;

function drawTotal(pdf: Pdf, sect: Element, { invoice, y }: { invoice: InvoiceInput; y: number }): number {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  const text = formatPaise(invoice.totalInPaise);
  const width = fullWidth - measureText(doc, text, totalStyle) - 32;
  const total = setText(doc, text, totalStyle, { width: fullWidth });
  const words = setText(doc, invoice.amountInWords, textStyle, { width, isBalanced: true });
  const label = (name: string) => setText(doc, name, labelStyle, { width: 100 });
  decorate(pdf, () => drawRule(doc, { x: paper.left, y, width: fullWidth, colour: colours.ink }));
  const right = { x: 0, alignRightTo: paper.right };
  drawTagged(pdf, sect, { type: "P", actual: `Total ${text}` }, () => {
    drawSetting(doc, label("Total"), { ...right, y: y + 12, colour: colours.inkFaint });
    drawSetting(doc, total, { ...right, y: y + 26, colour: colours.ink });
  });
  const place = { type: "P", x: paper.left, y: y + 12, colour: colours.inkFaint };
  const wordsY = drawTaggedText(pdf, sect, label("In words"), place) + 3;
  return Math.max(drawTaggedText(pdf, sect, words, { ...place, y: wordsY, colour: colours.ink }), y + 60);
}

/** Draws the note on the last page, and the page number on every page. */
function drawFeet(pdf: Pdf, sect: Element, title: string) {
  const { doc } = pdf;
  const { colours } = lookOf(doc);
  const total = pageCount(pdf);
  const style = { face: "text", size: 8.5, leading: 12 } as const;
  const place = { y: 796, colour: colours.inkFaint };
  const says = "This is a computer-generated document and needs no signature.";
  const note = setText(doc, says, style, { width: 300 });
  drawTaggedText(pdf, sect, note, { type: "P", x: paper.left, ...place });
  for (let number = 1; number <= total; number++) {
    doc.switchToPage(number - 1);
    const count = setText(doc, `${title}, ${number} of ${total}`, style, { width: 200 });
    const draw = () => drawSetting(doc, count, { x: 0, alignRightTo: paper.right, ...place });
    decorate(pdf, draw, "Pagination");
  }
}
