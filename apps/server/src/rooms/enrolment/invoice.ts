import {
  abroad,
  amountInWords,
  financialYear,
  findGstState,
  invoiceNumber,
  placeOfSupply,
  splitTax,
  stateCode,
} from "@shoreline/domain/enrolment";
import { gstRate, lutOn } from "@shoreline/domain/gst";
import { gstinState } from "@shoreline/domain/gstin";
import { paymentMethodName } from "@shoreline/domain/payment";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import type { invoice } from "../../db/tables/enrolment.ts";
import { readDocument } from "../../documents.ts";
import { printedBrand, readLetterhead } from "../site/letterhead.ts";
import { readBindingInstitute } from "../site/queries.ts";
import type { InvoiceInput } from "./invoice-pdf.ts";
import { addInvoice, findInvoiceById, nextSerial } from "./queries.ts";

type Sale = {
  description: string;
  amountInPaise: number;
  /** What made it cheaper, and what it would have cost. */
  discount?: { listPriceInPaise: number; offer: string } | null;
  method: string;
  /** The provider's id of the payment. */
  reference: string;
  /** By law the seller's state counts when the buyer's state is unknown. */
  buyer: {
    name: string;
    email: string;
    mobile: string;
    state?: string;
    country?: string;
    company?: { name: string; gstin: string | null };
  };
  /** Where it is supplied, if another invoice of this sale has said so. */
  place?: { name: string; code: string } | null;
  orderId: string;
  learnerId?: string;
  purchaseId?: string;
  now: Date;
};

/** Issues the next invoice in the transaction of the sale, with a snapshot of everything that it prints. */
export async function issueInvoice(tx: Db, { now, reference, ...sale }: Sale): Promise<string> {
  const institute = await readBindingInstitute(tx);
  const buyer = { state: institute.state, country: "India", ...sale.buyer };
  const year = financialYear(now);
  const serial = await nextSerial(tx, year);
  const number = invoiceNumber({ prefix: institute.invoicePrefix, financialYear: year, count: serial });
  if (!number) throw new Error("The invoice numbers of this year are used up.");
  const home = { name: institute.state, code: stateCode(institute.state) ?? "" };
  // A registered company is supplied where it is registered.
  const registered = buyer.company?.gstin ? findGstState(gstinState(buyer.company.gstin)) : undefined;
  const place = sale.place ?? registered ?? placeOfSupply(buyer, { otherwise: findGstState(home.code) ?? abroad });
  const day = indianDay(now);
  const usualRate = gstRate(institute);
  const exported = usualRate > 0 && place.code === abroad.code ? { lut: lutOn(day, institute.lut) } : null;
  const ratePercent = exported?.lut ? 0 : usualRate;
  const isSameState = place.code === home.code;
  const taxed = { ratePercent, isSameState };
  const { taxableInPaise, ...tax } = splitTax({ ...taxed, totalInPaise: sale.amountInPaise });
  const { discount } = sale;
  const listed = discount && splitTax({ ...taxed, totalInPaise: discount.listPriceInPaise }).taxableInPaise;
  const discountInPaise = listed ? { discountInPaise: listed - taxableInPaise } : {};
  const content: InvoiceInput = {
    number,
    issuedOn: day,
    institute: {
      name: institute.name,
      address: institute.address,
      email: institute.email,
      phone: institute.phone,
      gstin: institute.gstin,
      state: home.name,
      stateCode: home.code,
    },
    buyer,
    placeOfSupply: place,
    ...(institute.gstin && institute.gstScheme !== "regular" && { scheme: institute.gstScheme }),
    ...(exported && { exported }),
    lines: [
      {
        description: sale.description,
        sac: institute.sac,
        quantity: 1,
        amountInPaise: taxableInPaise,
        ...discountInPaise,
      },
    ],
    ...(discount && { discount }),
    tax: { ratePercent, ...tax },
    totalInPaise: sale.amountInPaise,
    amountInWords: amountInWords(sale.amountInPaise),
    payment: { method: paymentMethodName(sale.method), reference, paidOn: day },
    brand: printedBrand(institute),
  };
  const { orderId, learnerId, purchaseId } = sale;
  return addInvoice(tx, {
    number,
    financialYear: year,
    serial,
    orderId,
    purchaseId,
    learnerId,
    content,
    issuedAt: now,
  });
}

const keyOf = (id: string) => `invoice/${id}-${layout}.pdf`;

/** Removes the stored file, because the content has changed. */
export async function removeInvoice({ files }: Deps, id: string): Promise<void> {
  await files.remove(keyOf(id));
}

/** The invoice as a PDF, drawn at the first request. */
export async function readInvoice(deps: Deps, { id, content }: typeof invoice.$inferSelect): Promise<Uint8Array> {
  return readPaper(deps, { key: keyOf(id), content });
}

type Stored = { id: string; content: Record<string, unknown> };
const creditKeyOf = (id: string) => `credit-note/${id}-${layout}.pdf`;

/** A credit note is drawn as the invoice that it takes back. */
export async function readCreditNote(deps: Deps, { id, content }: Stored): Promise<Uint8Array> {
  return readPaper(deps, { key: creditKeyOf(id), content });
}

export async function removeCreditNote({ files }: Deps, id: string): Promise<void> {
  await files.remove(creditKeyOf(id));
}

async function readPaper(deps: Deps, { key, content }: { key: string; content: Record<string, unknown> }) {
  return readDocument(deps, {
    key,
    type: "application/pdf",
    make: async (doNotStore) => {
      const { institute, brand } = content as InvoiceInput;
      const letterhead = brand && (await readLetterhead(deps, { name: institute.name, brand }, doNotStore));
      return deps.draw(new URL("./invoice-thread.ts", import.meta.url), { ...content, letterhead });
    },
  });
}

/** Returns no file when the invoice no longer exists. */
export async function attachInvoice(deps: Deps, id: string) {
  const found = await findInvoiceById(deps.db, id);
  if (!found) return [];
  return [{ name: invoiceFile(found), type: "application/pdf", bytes: await readInvoice(deps, found) }];
}

export function invoiceFile({ number }: { number: string }): string {
  return `${number.replaceAll("/", "-")}.pdf`;
}

/** Increase this when the drawing changes, so that stored files are drawn again. */
const layout = 2;

/** Invoices carry the date in India. */
export function indianDay(at: Date): string {
  return new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 10);
}
