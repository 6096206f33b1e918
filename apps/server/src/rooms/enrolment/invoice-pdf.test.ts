import { usualColours } from "@shoreline/domain/brand";
import { amountInWords, placeOfSupply, splitTax } from "@shoreline/domain/enrolment";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawInThread } from "../../pdf/in-thread.ts";
import { readPages } from "../../test/read-pdf.ts";
import { drawInvoice, type InvoiceInput } from "./invoice-pdf.ts";

const puducherry = { code: "34", name: "Puducherry" };
const institute = {
  name: "Shoreline Academy",
  address: ["14 Lighthouse Street, White Town", "Pondicherry 605001"],
  email: "hello@shoreline.example",
  phone: "+91 90000 00000",
  gstin: "34AAACS0000A1Z5",
  state: puducherry.name,
  stateCode: puducherry.code,
};
const buyer = {
  name: "Meena Krishnan",
  email: "meena@learner.example",
  mobile: "+91 98765 43210",
  state: "Pondicherry",
  country: "india",
};

type Case = {
  totalInPaise?: number;
  courses?: string[];
  institute?: Partial<InvoiceInput["institute"]>;
  buyer?: Partial<InvoiceInput["buyer"]>;
  payment?: Partial<InvoiceInput["payment"]>;
};

/** An invoice as the room issues it, with lines of equal value. */
function invoiceOf({ totalInPaise = 1_299_900, courses = ["MERN Stack, online course"], ...given }: Case = {}) {
  const issuer: InvoiceInput["institute"] = { ...institute, ...given.institute };
  const person = { ...buyer, ...given.buyer };
  const place = placeOfSupply(person, { otherwise: puducherry });
  const ratePercent = issuer.gstin === null ? 0 : 18;
  const isSameState = place.code === issuer.stateCode;
  const { taxableInPaise, ...tax } = splitTax({ totalInPaise, ratePercent, isSameState });
  const share = Math.floor(taxableInPaise / courses.length);
  const lines = courses.map((description, index) => {
    const amountInPaise = index > 0 ? share : taxableInPaise - share * (courses.length - 1);
    return { description, sac: "999293", quantity: 1, amountInPaise };
  });
  return {
    number: "SA/2026-27/00001",
    issuedOn: "2026-11-15",
    institute: issuer,
    buyer: person,
    placeOfSupply: place,
    lines,
    tax: { ratePercent, ...tax },
    totalInPaise,
    amountInWords: amountInWords(totalInPaise),
    payment: { method: "UPI", reference: "pay_RgT4Kq8mZx2Lp1", paidOn: "2026-11-14", ...given.payment },
  } satisfies InvoiceInput;
}

const flat = (text = "") => text.replaceAll("\n", "");
const draw = async (given?: Case) => {
  const bytes = await drawInvoice(invoiceOf(given));
  const pages = readPages(bytes);
  return { bytes, pages, text: flat(pages.join("")), file: Buffer.from(bytes).toString("latin1") };
};

const plain = await draw();

test("an invoice has title, author, language and a tagged table with column heads", () => {
  expect(plain.file).toContain("(Tax invoice SA/2026-27/00001)");
  expect(plain.file).toContain("(Shoreline Academy)");
  expect(plain.file).toMatch(/\/Lang \(en-IN\)/);
  expect(plain.file).toMatch(/\/Marked true/);
  expect(plain.file.match(/\/S \/TH\n/g)).toHaveLength(7);
  expect(plain.file.match(/\/Scope \/Column/g)).toHaveLength(7);
  expect(plain.file.match(/\/FontFile2 /g)?.length).toBe(plain.file.match(/\/Type \/FontDescriptor/g)?.length);
  expect(plain.bytes.length).toBeLessThan(80_000);
});

test.each([
  "Tax invoice",
  "SA/2026-27/00001",
  "15 November 2026",
  "Puducherry (34)",
  "Reverse chargeNo",
  "Shoreline Academy",
  "14 Lighthouse Street, White Town",
  "GSTIN 34AAACS0000A1Z5",
  "Meena Krishnan",
  "Pondicherry, India",
  "MERN Stack, online course",
  "999293",
  "PaidUPI, 14 November 2026",
  "pay_RgT4Kq8mZx2Lp1",
  "Rupees Twelve Thousand Nine Hundred Ninety-Nine Only",
  "This is a computer-generated document and needs no signature.",
  "1 of 1",
])("an invoice prints what the law requires: %s", (part) => {
  expect(plain.text).toContain(part);
});

test("a buyer in the same state pays CGST and SGST in equal parts", () => {
  expect(plain.text).toContain("Taxable valueCGST 9%SGST 9%Amount");
  expect(plain.text).toContain("₹11,016.10₹991.45₹991.45₹12,999.00");
  expect(plain.text).not.toContain("IGST");
});

test("a buyer in another state pays IGST, and the place of supply names that state", async () => {
  const { text } = await draw({ buyer: { state: "Tamilnadu" } });
  expect(text).toContain("Taxable valueIGST 18%Amount");
  expect(text).toContain("₹11,016.10₹1,982.90₹12,999.00");
  expect(text).toContain("Tamil Nadu (33)");
  expect(text).not.toContain("CGST");
});

test("an employer who pays is billed by its name and GSTIN, with the learner below", async () => {
  const company = { name: "Anchorstack", gstin: "34AAACS0000A1Z5" };
  const { text } = await draw({ buyer: { company } });
  expect(text).toContain("Billed toAnchorstackGSTIN 34AAACS0000A1Z5");
  expect(text).toContain("Kind attention: Meena Krishnan");
});

test("for a buyer abroad the place of supply is outside India", async () => {
  const { text } = await draw({ buyer: { name: "Élodie Łuc", state: "Pondicherry", country: "France" } });
  expect(text).toContain("Élodie Łuc");
  expect(text).toContain("Outside India (96)");
  expect(text).not.toContain("Pondicherry, France");
  expect(text).toContain("IGST 18%");
});

test("an institute in a union territory without a legislature charges UTGST", async () => {
  const { text } = await draw({
    institute: { state: "Chandigarh", stateCode: "04" },
    buyer: { state: "Chandigarh" },
  });
  expect(text).toContain("CGST 9%UTGST 9%");
});

test("an institute without a GSTIN issues a receipt without tax", async () => {
  const { text, file } = await draw({ institute: { gstin: null } });
  expect(file).toContain("(Receipt SA/2026-27/00001)");
  expect(text).toContain("Receipt number");
  expect(text).toContain("DescriptionSACQtyAmount");
  expect(text).not.toMatch(/GST|[Tt]ax|state code|Reverse charge/);
});

test("the invoice of a free course shows no payment", async () => {
  const { text } = await draw({ totalInPaise: 0, payment: { method: "Free", reference: null } });
  expect(text).toContain("Free14 November 2026");
  expect(text).toContain("Rupees Zero Only");
  expect(text).toContain("₹0.00");
  expect(text).toContain("Not required");
  expect(text).not.toMatch(/Paid|pay_/);
});

test("the taxes of several lines add up exactly", async () => {
  const { text, pages } = await draw({ totalInPaise: 1_234_567, courses: ["Java", "SQL", "Dart"] });
  const amounts = [...text.matchAll(/9992931₹([\d,.]+)₹([\d,.]+)₹([\d,.]+)₹([\d,]+\.\d\d)/g)];
  const sums = [1, 2, 3, 4].map((column) =>
    amounts.reduce((sum, found) => sum + Math.round(Number(found[column]?.replaceAll(",", "")) * 100), 0),
  );
  expect(amounts).toHaveLength(3);
  expect(sums).toEqual([1_046_243, 94_162, 94_162, 1_234_567]);
  expect(text).toContain("Sum₹10,462.43₹941.62₹941.62₹12,345.67");
  expect(pages).toHaveLength(1);
});

test("long names, addresses of 200 characters and crores stay on one page", async () => {
  const address = "Second floor, behind the lighthouse and the customs house, ".repeat(4).slice(0, 200);
  const { pages, text, bytes } = await draw({
    totalInPaise: 99_99_99_99_999,
    courses: ["Full stack web development with MongoDB, Express, React and Node ".repeat(3)],
    institute: { name: "Institute of Software and Languages of the Coromandel Coast ".repeat(2), address: [address] },
    buyer: { name: "Venkatanarasimharajuvaripeta ".repeat(5), email: `${"a".repeat(64)}@${"b".repeat(60)}.example` },
    payment: { method: "Netbanking", reference: `pay_${"X".repeat(50)}` },
  });
  expect(pages).toHaveLength(1);
  expect(text).toContain(address.trim());
  expect(text).toContain("₹99,99,99,999.99");
  expect(text).toContain("X".repeat(50));
  expect(bytes.length).toBeLessThan(80_000);
});

test("characters without a glyph are replaced in print but stay in the text for screen readers", async () => {
  const name = "Мина <Café> & 👩‍💻";
  const { text, file } = await draw({ buyer: { name } });
  expect(text).toContain("? <Café> &");
  expect(text).not.toContain("\ufffd");
  const utf16 = Buffer.from(`\ufeff${name}`, "utf16le").swap16().toString("latin1");
  expect(file).toContain(utf16.slice(0, 10));
});

test("a long table continues on the next page with its heads, and every page shows its number", async () => {
  const { pages } = await draw({ courses: Array.from({ length: 30 }, (_, index) => `Course ${index + 1}`) });
  for (const [index, page] of pages.entries()) expect(flat(page)).toContain(`${index + 1} of ${pages.length}`);
  expect(flat(pages[1])).toContain("Taxable valueCGST 9%");
  expect(flat(pages.join("")).match(/Course \d+/g)).toHaveLength(30);
});

test("the same invoice gives the same bytes, also when drawn in a thread", async () => {
  const again = await drawInThread(new URL("./invoice-thread.ts", import.meta.url), invoiceOf());
  expect(Buffer.from(again).equals(plain.bytes)).toBe(true);
});

test("an invoice with wrong sums is not drawn", async () => {
  const invoice = invoiceOf();
  await expect(drawInvoice({ ...invoice, totalInPaise: 1_299_901 })).rejects.toThrow("adds up to 1299900 paise");
  await expect(drawInvoice({ ...invoice, institute: { ...institute, gstin: null } })).rejects.toThrow("no GSTIN");
});

test("an invoice carries the icon and the colours of its institute, and an older one those of then", async () => {
  const mark = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#7a1f3d" } })
    .png()
    .toBuffer();
  const brand = { colours: { main: "#7a1f3d", accent: "#e8b04a" }, icon: null, scene: "none" as const };
  const own = Buffer.from(
    await drawInvoice({ ...invoiceOf(), brand }, { mark, logo: null, logoOnDeep: null }),
  ).toString("latin1");
  expect(own).toContain("/Subtype /Image");
  const ours = { colours: usualColours, icon: "/pictures/icon.svg", scene: "coast" as const };
  const [old, now] = await Promise.all([drawInvoice(invoiceOf()), drawInvoice({ ...invoiceOf(), brand: ours })]);
  expect(Buffer.from(old).equals(Buffer.from(now))).toBe(true);
});

test("a logo stands in place of icon and name, is named for screen readers, and the seller is still printed", async () => {
  const logo = await sharp({ create: { width: 40, height: 8, channels: 3, background: "#7a1f3d" } })
    .png()
    .toBuffer();
  const bytes = await drawInvoice(invoiceOf(), { mark: null, logo, logoOnDeep: null });
  const file = Buffer.from(bytes).toString("latin1");
  expect(file).toMatch(/\/Width 40\s+\/Height 8/);
  expect(file).toContain("/Alt (Shoreline Academy)");
  expect(
    readPages(bytes)
      .join("")
      .match(/Shoreline Academy/g),
  ).toHaveLength(1);
  expect(plain.text.match(/Shoreline Academy/g)).toHaveLength(2);
});

test("an invoice with a discount shows value, discount and taxable value in rows of its table, and list price and offer below", async () => {
  const invoice = invoiceOf({ totalInPaise: 1_169_910 });
  const [line] = invoice.lines;
  const discountInPaise = 1_101_610 - (line?.amountInPaise ?? 0);
  const discounted = {
    ...invoice,
    lines: [{ ...(line as NonNullable<typeof line>), discountInPaise }],
    discount: { listPriceInPaise: 1_299_900, offer: "code DIWALI10" },
  };
  const text = flat(readPages(await drawInvoice(discounted)).join(""));
  expect(text).toContain("9992931₹11,016.10Discount−₹1,101.60After the discount₹9,914.50₹892.30₹892.30₹11,699.10");
  for (const part of ["List price₹12,999.00", "−₹1,299.90", "Code DIWALI10", "₹11,699.10"])
    expect(text).toContain(part);
  for (const part of ["Discount", "discount", "List price"]) expect(plain.text).not.toContain(part);
});

test("a credit note is drawn as the invoice that it takes back, and names its number and date", async () => {
  const creditOf = { number: "SA/2026-27/00398", issuedOn: "2026-10-12" };
  const bytes = await drawInvoice({ ...invoiceOf(), number: "CN/2026-27/00012", creditOf });
  const text = flat(readPages(bytes).join(""));
  expect(text).toContain("Credit note numberCN/2026-27/00012");
  expect(text).toContain("Takes back invoiceSA/2026-27/0039812 October 2026");
  expect(text).toContain("₹11,016.10₹991.45₹991.45₹12,999.00");
  expect(text).toContain("Given back by");
  expect(text).not.toMatch(/Tax invoice|Paid by|Reverse charge/);
});

test("what is carried over says so, on the invoice and on the credit note, and nobody reads that money moved", async () => {
  const carried = invoiceOf({ payment: { method: "Carried over" } });
  const creditOf = { number: "SA/2026-27/00398", issuedOn: "2026-10-12" };
  const read = async (input: InvoiceInput) => flat(readPages(await drawInvoice(input)).join(""));
  expect(await read(carried)).toContain("Carried overFrom another course");
  expect(await read({ ...carried, creditOf })).toContain("Carried overTo another course");
  for (const text of [await read(carried), await read({ ...carried, creditOf })])
    expect(text).not.toMatch(/Paid by|Given back|Refunded/);
});

const untaxed = (invoice: InvoiceInput): InvoiceInput => ({
  ...invoice,
  lines: invoice.lines.map((line) => ({ ...line, amountInPaise: invoice.totalInPaise })),
  tax: { ratePercent: 0, cgstInPaise: 0, sgstInPaise: 0, igstInPaise: 0 },
});
const textOf = async (invoice: InvoiceInput) => flat(readPages(await drawInvoice(invoice)).join(""));
const creditOf = { number: "SA/2026-27/00398", issuedOn: "2026-10-12" };

test("what is exempt gets a bill of supply, which has no tax and says why", async () => {
  const text = await textOf({ ...untaxed(invoiceOf()), scheme: "exempt" });
  expect(text).toContain("Bill of supply numberSA/2026-27/00001");
  expect(text).toContain("Supply exempt from GST: no tax is charged");
  expect(text).toContain("GSTIN 34AAACS0000A1Z5");
  expect(text).toContain("DescriptionSACQtyAmount");
  expect(text).not.toMatch(/Tax invoice|CGST|SGST|IGST|Taxable|Reverse charge/);
});

test("a bill of supply of a composition taxable person has the words that the rules want, and so has its credit note", async () => {
  const bill: InvoiceInput = { ...untaxed(invoiceOf()), scheme: "composition" };
  const words = "Composition taxable person, not eligible to collect tax on supplies";
  expect(await textOf(bill)).toMatch(new RegExp(`^.{0,200}${words}`));
  const note = await textOf({ ...bill, number: "CN/2026-27/00012", creditOf });
  expect(note).toContain(words);
  expect(note).toContain("Takes back bill of supplySA/2026-27/0039812 October 2026");
  expect(note).not.toMatch(/CGST|Tax invoice/);
});

test("an export under a letter of undertaking has its words, its number and no tax; otherwise IGST is paid", async () => {
  const exported = invoiceOf({ buyer: { name: "Élodie Łuc", country: "France" } });
  const words = "SUPPLY MEANT FOR EXPORT UNDER LETTER OF UNDERTAKING WITHOUT PAYMENT OF INTEGRATED TAX";
  const free: InvoiceInput = { ...untaxed(exported), exported: { lut: "AD340426000123X" } };
  const text = await textOf(free);
  for (const part of [words, "LUT ARN AD340426000123X", "Tax invoice", "Outside India (96)", "IGST 0%₹", "₹0.00"])
    expect(text).toContain(part.replace("₹", ""));
  expect(await textOf({ ...free, number: "CN/2026-27/00012", creditOf })).toContain(words);
  const paid = await textOf({ ...exported, exported: { lut: null } });
  expect(paid).toContain("SUPPLY MEANT FOR EXPORT ON PAYMENT OF INTEGRATED TAX");
  expect(paid).toContain("IGST 18%");
  expect(paid).not.toContain("LUT");
});

test("a bill of supply and an export without tax are not drawn with tax", async () => {
  await expect(drawInvoice({ ...invoiceOf(), scheme: "exempt" })).rejects.toThrow("must have no tax");
  await expect(drawInvoice({ ...invoiceOf(), exported: { lut: "AD340426000123X" } })).rejects.toThrow("no tax");
});
