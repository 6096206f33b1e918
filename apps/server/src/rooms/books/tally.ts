import type { Booked } from "@shoreline/domain/books";
import { carriedOver, paymentMethodName } from "@shoreline/domain/payment";
import { rupees } from "./rupees.ts";

const fees = "Course fees";
const learners = "Learners";
/** Ledgers that the vouchers name, with Tally's own groups. Tally has Cash already. */
const ledgers: Record<string, string> = {
  [fees]: "Sales Accounts",
  [learners]: "Sundry Debtors",
  CGST: "Duties &amp; Taxes",
  SGST: "Duties &amp; Taxes",
  IGST: "Duties &amp; Taxes",
  "Payment gateway": "Bank Accounts",
  "Bank account": "Bank Accounts",
  "Fees carried over": "Current Liabilities",
};

/** What was paid by a machine, a transfer or a cheque is in the bank. */
const paidInto: Record<string, string> = {
  Cash: "Cash",
  "Bank transfer": "Bank account",
  Cheque: "Bank account",
  "Card machine": "Bank account",
  [paymentMethodName(carriedOver)]: "Fees carried over",
};

/** What came by the provider is at the provider first; what was taken at the desk by UPI is in the bank at once. */
function accountOf({ paidBy, isAtDesk }: Booked): string {
  return paidInto[paidBy] ?? (isAtDesk ? "Bank account" : "Payment gateway");
}

/**
 * Vouchers for Tally: Import > Vouchers. A voucher has the number of its document as its remote id, so a file that is imported
 * twice changes the vouchers instead of adding others.
 */
export async function* tallyXml(pages: AsyncIterable<Booked[]>): AsyncGenerator<string> {
  yield head;
  for (const [name, group] of Object.entries(ledgers)) yield message(ledger(name, group));
  for await (const page of pages) yield page.flatMap(vouchersOf).map(message).join("");
  yield "</REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>\n";
}

const head = `<?xml version="1.0" encoding="UTF-8"?>
<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>
<REQUESTDESC><REPORTNAME>All Masters</REPORTNAME></REQUESTDESC><REQUESTDATA>
`;

const message = (inner: string) => `<TALLYMESSAGE xmlns:UDF="TallyUDF">${inner}</TALLYMESSAGE>\n`;
const ledger = (name: string, group: string) =>
  `<LEDGER NAME="${name}" ACTION="Create"><NAME>${name}</NAME><PARENT>${group}</PARENT></LEDGER>`;

/**
 * What is sold, and that it was paid; or what is taken back, and that it was given back. What was carried over moves no money: it
 * goes by a ledger of its own, to which the credit note adds what the invoice takes.
 */
function vouchersOf(doc: Booked): string[] {
  const place = accountOf(doc);
  const isCarried = doc.paidBy === paymentMethodName(carriedOver);
  const { totalInPaise: total } = doc;
  const sold: Entry[] = [
    { ledger: fees, paise: doc.taxableInPaise },
    { ledger: "CGST", paise: doc.cgstInPaise },
    { ledger: "SGST", paise: doc.sgstInPaise },
    { ledger: "IGST", paise: doc.igstInPaise },
  ];
  const entries = sold.filter(({ paise }) => paise !== 0);
  if (doc.kind === "invoice")
    return [
      voucher(doc, "Sales", [{ ledger: learners, paise: -total }, ...entries]),
      voucher(doc, isCarried ? "Journal" : "Receipt", [
        { ledger: place, paise: -total },
        { ledger: learners, paise: total },
      ]),
    ];
  return [
    voucher(doc, "Credit Note", [...entries.map(opposite), { ledger: learners, paise: total }]),
    voucher(doc, isCarried ? "Journal" : "Payment", [
      { ledger: learners, paise: -total },
      { ledger: place, paise: total },
    ]),
  ];
}

/** Negative: a debit, as Tally writes it. */
type Entry = { ledger: string; paise: number };
const opposite = ({ ledger, paise }: Entry): Entry => ({ ledger, paise: -paise });

function voucher({ number, issuedOn, buyer, description }: Booked, type: string, entries: Entry[]): string {
  const text = escapeXml(`${description}, ${buyer}`);
  const lines = entries.map(
    ({ ledger: name, paise }) =>
      `<ALLLEDGERENTRIES.LIST><LEDGERNAME>${name}</LEDGERNAME><ISDEEMEDPOSITIVE>${paise < 0 ? "Yes" : "No"}</ISDEEMEDPOSITIVE><AMOUNT>${rupees(paise)}</AMOUNT></ALLLEDGERENTRIES.LIST>`,
  );
  const id = escapeXml(`${type} ${number}`);
  return (
    `<VOUCHER REMOTEID="${id}" VCHTYPE="${type}" ACTION="Create" OBJVIEW="Accounting Voucher View"><DATE>${issuedOn.replaceAll("-", "")}</DATE>` +
    `<PERSISTEDVIEW>Accounting Voucher View</PERSISTEDVIEW><VOUCHERTYPENAME>${type}</VOUCHERTYPENAME><VOUCHERNUMBER>${escapeXml(number)}</VOUCHERNUMBER>` +
    `<PARTYLEDGERNAME>${learners}</PARTYLEDGERNAME><NARRATION>${text}</NARRATION>${lines.join("")}</VOUCHER>`
  );
}

const marks: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** Without control characters, which XML cannot hold. */
function escapeXml(text: string): string {
  return text.replace(/\p{Cc}/gu, " ").replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}
