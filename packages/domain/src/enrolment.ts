/** What an invoice needs: its number, the tax, the amount in words and the place of supply. */

const indianTimeMs = 5.5 * 3_600_000;

/** "2026-27": April to March, in Indian time. */
export function financialYear(at: Date): string {
  const inIndia = new Date(at.getTime() + indianTimeMs);
  const first = inIndia.getUTCMonth() < 3 ? inIndia.getUTCFullYear() - 1 : inIndia.getUTCFullYear();
  return `${first}-${String((first + 1) % 100).padStart(2, "0")}`;
}

const invoicePrefixPattern = /^[A-Z]{1,3}$/;
// Rule 46(b) of the CGST Rules.
const longestInvoiceNumber = 16;

type Numbering = { prefix: string; financialYear: string; count: number };

/**
 * "SA/2026-27/00001", or "SHA/26-27/00001" when the full year does not fit. Null for an invalid prefix, a count below 1, or
 * a number longer than the rule allows: a prefix of three letters has room for 999999 invoices a year.
 */
export function invoiceNumber({ prefix, financialYear: year, count }: Numbering): string | null {
  if (!invoicePrefixPattern.test(prefix) || !Number.isSafeInteger(count) || count < 1) return null;
  const serial = String(count).padStart(5, "0");
  const numbers = [`${prefix}/${year}/${serial}`, `${prefix}/${year.slice(2)}/${serial}`];
  return numbers.find((number) => number.length <= longestInvoiceNumber) ?? null;
}

export type Tax = { cgstInPaise: number; sgstInPaise: number; igstInPaise: number };
type Taxed = { totalInPaise: number; ratePercent: number; isSameState: boolean };

/**
 * The tax included in a price. CGST and SGST are always equal; the taxable value absorbs an odd paisa, so that all parts
 * add up to the total.
 */
export function splitTax({ totalInPaise, ratePercent, isSameState }: Taxed): Tax & { taxableInPaise: number } {
  // Rates have at most two decimals (0.25 for rough stones); whole numbers keep the division exact.
  const rate = Math.round(ratePercent * 100);
  const taxIn = (part: number) => Math.round((totalInPaise * part) / (10_000 + rate));
  const half = isSameState ? taxIn(rate / 2) : 0;
  const igstInPaise = isSameState ? 0 : taxIn(rate);
  return {
    taxableInPaise: totalInPaise - 2 * half - igstInPaise,
    cgstInPaise: half,
    sgstInPaise: half,
    igstInPaise,
  };
}

/** "Rupees One Lakh Twenty Thousand and Fifty Paise Only". Takes whole paise, 0 or more. */
export function amountInWords(amountInPaise: number): string {
  const rupees = Math.floor(amountInPaise / 100);
  const paise = amountInPaise % 100;
  const rest = paise === 0 ? "" : ` and ${wordsBelowHundred(paise)} ${paise === 1 ? "Paisa" : "Paise"}`;
  return `Rupees ${wordsOf(rupees)}${rest} Only`;
}

const units: [size: number, name: string][] = [
  [10_000_000, "Crore"],
  [100_000, "Lakh"],
  [1_000, "Thousand"],
  [100, "Hundred"],
];
const small = (
  "Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen " +
  "Eighteen Nineteen"
).split(" ");
const tens = "Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety".split(" ");

function wordsOf(count: number): string {
  const unit = units.find(([size]) => count >= size);
  if (!unit) return wordsBelowHundred(count);
  const [size, name] = unit;
  const rest = count % size;
  return `${wordsOf(Math.floor(count / size))} ${name}${rest === 0 ? "" : ` ${wordsOf(rest)}`}`;
}

function wordsBelowHundred(count: number): string {
  if (count < 20) return small[count] ?? "";
  const ten = tens[Math.floor(count / 10) - 2] ?? "";
  return count % 10 === 0 ? ten : `${ten}-${small[count % 10]}`;
}

export type GstState = { code: string; name: string };

// 25 (Daman and Diu, until 2020) and 28 (Andhra Pradesh before Telangana was formed) are no longer in use.
const statesAndOtherNames: (GstState & { also: string[] })[] = [
  { code: "01", name: "Jammu and Kashmir", also: ["J and K", "Jammu", "Kashmir"] },
  { code: "02", name: "Himachal Pradesh", also: ["Himachal", "HP"] },
  { code: "03", name: "Punjab", also: ["PB"] },
  { code: "04", name: "Chandigarh", also: ["CH"] },
  { code: "05", name: "Uttarakhand", also: ["Uttaranchal", "UK"] },
  { code: "06", name: "Haryana", also: ["HR"] },
  { code: "07", name: "Delhi", also: ["New Delhi", "NCT of Delhi", "Delhi NCT", "DL"] },
  { code: "08", name: "Rajasthan", also: ["RJ"] },
  { code: "09", name: "Uttar Pradesh", also: ["UP"] },
  { code: "10", name: "Bihar", also: ["BR"] },
  { code: "11", name: "Sikkim", also: ["SK"] },
  { code: "12", name: "Arunachal Pradesh", also: ["Arunachal", "AR"] },
  { code: "13", name: "Nagaland", also: ["NL"] },
  { code: "14", name: "Manipur", also: ["MN"] },
  { code: "15", name: "Mizoram", also: ["MZ"] },
  { code: "16", name: "Tripura", also: ["TR"] },
  { code: "17", name: "Meghalaya", also: ["ML"] },
  { code: "18", name: "Assam", also: ["Asom", "AS"] },
  { code: "19", name: "West Bengal", also: ["Bengal", "Paschim Banga", "WB"] },
  { code: "20", name: "Jharkhand", also: ["JH"] },
  { code: "21", name: "Odisha", also: ["Orissa", "OD", "OR"] },
  { code: "22", name: "Chhattisgarh", also: ["Chattisgarh", "Chhatisgarh", "CG"] },
  { code: "23", name: "Madhya Pradesh", also: ["MP"] },
  { code: "24", name: "Gujarat", also: ["Gujrat", "GJ"] },
  {
    code: "26",
    name: "Dadra and Nagar Haveli and Daman and Diu",
    also: ["Daman and Diu", "Dadra and Nagar Haveli", "Daman", "Diu", "Silvassa", "DD", "DN", "DNH"],
  },
  { code: "27", name: "Maharashtra", also: ["MH"] },
  { code: "29", name: "Karnataka", also: ["Mysore", "KA"] },
  { code: "30", name: "Goa", also: ["GA"] },
  { code: "31", name: "Lakshadweep", also: ["Laccadives", "LD"] },
  { code: "32", name: "Kerala", also: ["Keralam", "KL"] },
  { code: "33", name: "Tamil Nadu", also: ["Madras", "Tamilnad", "தமிழ்நாடு", "TN"] },
  { code: "34", name: "Puducherry", also: ["Pondicherry", "Pondichery", "Puduchery", "Pondy", "புதுச்சேரி", "PY"] },
  { code: "35", name: "Andaman and Nicobar Islands", also: ["Andaman and Nicobar", "Andaman", "AN"] },
  { code: "36", name: "Telangana", also: ["Telengana", "TS", "TG"] },
  { code: "37", name: "Andhra Pradesh", also: ["Andhra", "AP"] },
  { code: "38", name: "Ladakh", also: ["LA"] },
];

export const gstStates: readonly GstState[] = statesAndOtherNames.map(({ code, name }) => ({ code, name }));
/** The place of supply of buyers outside India, as GST returns and e-invoices name it. */
export const abroad: GstState = { code: "96", name: "Outside India" };
/** Waters and sea bed off the coast: a company may be registered there, but nobody lives there. */
const otherTerritory: GstState = { code: "97", name: "Other Territory" };

/** Where a company with a GSTIN may be registered. */
export function findGstState(wanted: string): GstState | undefined {
  return [...gstStates, otherTerritory].find(({ code }) => code === wanted);
}

const codes = new Map(
  statesAndOtherNames.flatMap(({ code, name, also }) => [name, ...also].map((one) => [bare(one), code])),
);
const namesOfIndia = new Set(["India", "Bharat", "Republic of India", "Indian", "IN", "இந்தியா"].map(bare));

/** The two-digit GST code of a state. Accepts common variants ("tamilnadu", "J & K"); null for an unknown state. */
export function stateCode(name: string): string | null {
  return codes.get(bare(name)) ?? null;
}

export function isSameState(instituteState: string, buyerState: string): boolean {
  const code = stateCode(instituteState);
  return code !== null && code === stateCode(buyerState);
}

/**
 * The country decides first: a buyer abroad may have left the suggested state in the form. An unknown state in India becomes
 * `otherwise`: by section 12(2) of the IGST Act that is the institute's own state, as for a buyer without an address.
 */
export function placeOfSupply(buyer: { state: string; country: string }, { otherwise }: { otherwise: GstState }) {
  if (isAbroad(buyer.country)) return abroad;
  const code = stateCode(buyer.state);
  return gstStates.find((state) => state.code === code) ?? otherwise;
}

function isAbroad(country: string): boolean {
  return bare(country) !== "" && !namesOfIndia.has(bare(country));
}

type Home = { state: string; country: string };

/** State and country for an address. A buyer abroad who left the form's suggested state unchanged gets the country only. */
export function stateAndCountry({ state, country }: Home, { suggested }: { suggested: string }): string[] {
  const isLeftOver = isAbroad(country) && isSameState(suggested, state);
  return (isLeftOver ? [country] : [state, country]).map((part) => part.trim()).filter(Boolean);
}

function bare(name: string): string {
  const letters = name
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("&", "and")
    .replace(/[^\p{L}\p{M}]/gu, "");
  return letters.replace(/^(?:the)?(?:stateof|unionterritoryof)?/, "");
}
