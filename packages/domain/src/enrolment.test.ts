import { expect, test } from "vitest";
import {
  amountInWords,
  financialYear,
  gstStates,
  invoiceNumber,
  isSameState,
  placeOfSupply,
  splitTax,
  stateAndCountry,
  stateCode,
} from "./enrolment.ts";

/** The same numbers in every run, so that a failure can be repeated. */
function* numbersBelow(limit: number, { count }: { count: number }) {
  let seed = 20_260_401;
  for (let drawn = 0; drawn < count; drawn++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    // Small amounts as often as large ones.
    yield Math.floor(limit ** (seed / 2 ** 32));
  }
}

test.each([
  ["the last minute of March in India", "2026-03-31T18:29:59.999Z", "2025-26"],
  ["1 April in India, still March in UTC", "2026-03-31T18:30:00Z", "2026-27"],
  ["the end of the year", "2026-12-31T23:00:00Z", "2026-27"],
  ["January", "2027-01-15T06:30:00Z", "2026-27"],
  ["the turn of a century", "2099-05-01T00:00:00Z", "2099-00"],
])("the financial year of %s (%s) is %s", (_, at, year) => {
  expect(financialYear(new Date(at))).toBe(year);
});

test.each([
  ["SA", 1, "SA/2026-27/00001"],
  ["SA", 99_999, "SA/2026-27/99999"],
  ["SA", 100_000, "SA/26-27/100000"],
  ["S", 100_000, "S/2026-27/100000"],
  ["SHA", 1, "SHA/26-27/00001"],
  ["SHA", 999_999, "SHA/26-27/999999"],
  ["SHA", 1_000_000, null],
  ["SHOR", 1, null],
  ["sa", 1, null],
  ["S-", 1, null],
  ["", 1, null],
  ["SA", 0, null],
  ["SA", 1.5, null],
])("with the prefix %j, invoice %d has the number %j", (prefix, count, number) => {
  expect(invoiceNumber({ prefix, financialYear: "2026-27", count })).toBe(number);
});

test("invoice numbers follow rule 46: at most 16 permitted characters, and all different", () => {
  const counts = [...new Set(numbersBelow(999_999, { count: 3000 }))].filter((count) => count > 0);
  for (const prefix of ["S", "SA", "SHA"]) {
    const numbers = counts.map((count) => invoiceNumber({ prefix, financialYear: "2026-27", count }));
    for (const number of numbers) expect(number).toMatch(/^[A-Z0-9/-]{1,16}$/);
    expect(new Set(numbers).size).toBe(counts.length);
  }
});

test.each([
  ["within the state", 1_299_900, 18, true, [1_101_610, 99_145, 99_145, 0]],
  ["to another state", 1_299_900, 18, false, [1_101_610, 0, 0, 198_290]],
  ["within the state, an odd paisa of tax goes to the taxable value", 100, 5, true, [96, 2, 2, 0]],
  ["to another state, it stays tax", 100, 5, false, [95, 0, 0, 5]],
  ["no rate, no tax", 1_299_900, 0, true, [1_299_900, 0, 0, 0]],
  ["nothing to pay", 0, 18, true, [0, 0, 0, 0]],
  ["a rate with decimals", 100_250, 0.25, false, [100_000, 0, 0, 250]],
  ["one paisa", 1, 18, false, [1, 0, 0, 0]],
])("the tax in a price: %s", (_, totalInPaise, ratePercent, isSame, parts) => {
  const tax = splitTax({ totalInPaise, ratePercent, isSameState: isSame });
  expect([tax.taxableInPaise, tax.cgstInPaise, tax.sgstInPaise, tax.igstInPaise]).toEqual(parts);
});

test("for any price the parts add up, both halves are equal, and the taxable value is right to the paisa", () => {
  const isRight = ({ totalInPaise, ratePercent, isSame }: (typeof cases)[number]) => {
    const tax = splitTax({ totalInPaise, ratePercent, isSameState: isSame });
    const { taxableInPaise, cgstInPaise, sgstInPaise, igstInPaise } = tax;
    const exact = (totalInPaise * 100) / (100 + ratePercent);
    return (
      taxableInPaise + cgstInPaise + sgstInPaise + igstInPaise === totalInPaise &&
      cgstInPaise === sgstInPaise &&
      Object.values(tax).every((part) => Number.isSafeInteger(part) && part >= 0) &&
      Math.abs(taxableInPaise - exact) <= 1 + 1e-6
    );
  };
  const cases = [...numbersBelow(9_999_999_999, { count: 5000 })].flatMap((totalInPaise) =>
    [0, 0.25, 1.5, 5, 12, 18, 28, 40].flatMap((ratePercent) =>
      [true, false].map((isSame) => ({ totalInPaise, ratePercent, isSame })),
    ),
  );
  expect(cases.filter((one) => !isRight(one))).toEqual([]);
});

test.each([
  [0, "Rupees Zero Only"],
  [1, "Rupees Zero and One Paisa Only"],
  [50, "Rupees Zero and Fifty Paise Only"],
  [100, "Rupees One Only"],
  [1_900, "Rupees Nineteen Only"],
  [2_000, "Rupees Twenty Only"],
  [2_150, "Rupees Twenty-One and Fifty Paise Only"],
  [10_000, "Rupees One Hundred Only"],
  [10_100, "Rupees One Hundred One Only"],
  [1_299_900, "Rupees Twelve Thousand Nine Hundred Ninety-Nine Only"],
  [10_000_000, "Rupees One Lakh Only"],
  [12_000_050, "Rupees One Lakh Twenty Thousand and Fifty Paise Only"],
  [1_000_000_000, "Rupees One Crore Only"],
  [1_000_000_100, "Rupees One Crore One Only"],
  [
    99_99_99_99_999,
    "Rupees Ninety-Nine Crore Ninety-Nine Lakh Ninety-Nine Thousand Nine Hundred Ninety-Nine and Ninety-Nine Paise Only",
  ],
])("%d paise in words", (amount, words) => {
  expect(amountInWords(amount)).toBe(words);
});

test("the words of an amount can be read back as the same amount", () => {
  const amounts = [...numbersBelow(99_99_99_99_999, { count: 5000 })];
  expect(amounts.filter((amount) => countWords(amountInWords(amount)) !== amount)).toEqual([]);
});

test("every Indian state is found by its name, in any spacing and case", () => {
  expect(gstStates).toHaveLength(36);
  for (const { code, name } of gstStates) {
    expect(stateCode(name)).toBe(code);
    expect(stateCode(`  ${name.toUpperCase().replaceAll(" ", "  ")}\n`)).toBe(code);
    expect(stateCode(name.replaceAll(" ", "").toLowerCase())).toBe(code);
  }
});

test.each([
  ["01", "Jammu and Kashmir", "J & K"],
  ["02", "Himachal Pradesh", "HP"],
  ["03", "Punjab", "PB"],
  ["04", "Chandigarh", "CH"],
  ["05", "Uttarakhand", "UK"],
  ["06", "Haryana", "HR"],
  ["07", "Delhi", "New Delhi"],
  ["08", "Rajasthan", "RJ"],
  ["09", "Uttar Pradesh", "UP"],
  ["10", "Bihar", "BR"],
  ["11", "Sikkim", "SK"],
  ["12", "Arunachal Pradesh", "AR"],
  ["13", "Nagaland", "NL"],
  ["14", "Manipur", "MN"],
  ["15", "Mizoram", "MZ"],
  ["16", "Tripura", "TR"],
  ["17", "Meghalaya", "ML"],
  ["18", "Assam", "AS"],
  ["19", "West Bengal", "WB"],
  ["20", "Jharkhand", "JH"],
  ["21", "Odisha", "OD"],
  ["22", "Chhattisgarh", "CG"],
  ["23", "Madhya Pradesh", "MP"],
  ["24", "Gujarat", "GJ"],
  ["26", "Dadra and Nagar Haveli and Daman and Diu", "DNH"],
  ["27", "Maharashtra", "MH"],
  ["29", "Karnataka", "KA"],
  ["30", "Goa", "GA"],
  ["31", "Lakshadweep", "LD"],
  ["32", "Kerala", "KL"],
  ["33", "Tamil Nadu", "TN"],
  ["34", "Puducherry", "PY"],
  ["35", "Andaman and Nicobar Islands", "AN"],
  ["36", "Telangana", "TS"],
  ["37", "Andhra Pradesh", "AP"],
  ["38", "Ladakh", "LA"],
])("GST code %s is %s, also found as %s", (code, name, shortName) => {
  expect(gstStates).toContainEqual({ code, name });
  expect(stateCode(shortName)).toBe(code);
});

test.each([
  ["Pondicherry", "34"],
  ["puducherry", "34"],
  ["U.T. of nowhere", null],
  ["Union Territory of Puducherry", "34"],
  ["புதுச்சேரி", "34"],
  ["tamilnadu", "33"],
  ["Tamil-Nadu", "33"],
  ["T.N.", "33"],
  ["Orissa", "21"],
  ["J & K", "01"],
  ["Jammu & Kashmir", "01"],
  ["Uttaranchal", "05"],
  ["The State of Kerala", "32"],
  ["The Punjab", "03"],
  ["Daman & Diu", "26"],
  ["California", null],
  ["", null],
  ["constructor", null],
])("the code of %j is %j", (name, code) => {
  expect(stateCode(name)).toBe(code);
});

test("a state written in two ways is the same state; an unknown state is never the same", () => {
  expect(isSameState("Pondicherry", "PUDUCHERRY")).toBe(true);
  expect(isSameState("Puducherry", "Tamil Nadu")).toBe(false);
  expect(isSameState("Atlantis", "Atlantis")).toBe(false);
});

test.each([
  ["Tamilnadu", "india", { code: "33", name: "Tamil Nadu" }],
  ["Orissa", " INDIA ", { code: "21", name: "Odisha" }],
  ["Kerala", "", { code: "32", name: "Kerala" }],
  ["Atlantis", "India", { code: "34", name: "Puducherry" }],
  ["Kerala", "Bharat", { code: "32", name: "Kerala" }],
  ["Kerala", "Republic of India", { code: "32", name: "Kerala" }],
  ["Kerala", "Indian", { code: "32", name: "Kerala" }],
  ["Kerala", "IN", { code: "32", name: "Kerala" }],
  ["Kerala", "இந்தியா", { code: "32", name: "Kerala" }],
  ["Pondicherry", "France", { code: "96", name: "Outside India" }],
  ["Punjab", "Pakistan", { code: "96", name: "Outside India" }],
])("a buyer in %j, %j has the place of supply %j", (state, country, place) => {
  const otherwise = { code: "34", name: "Puducherry" };
  expect(placeOfSupply({ state, country }, { otherwise })).toEqual(place);
});

/** Reads from left to right, unlike the code that writes the words. */
function countWords(words: string): number {
  const small =
    "Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen";
  const values: Record<string, number> = Object.fromEntries(small.split(" ").map((word, value) => [word, value]));
  for (const [index, word] of "Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety".split(" ").entries())
    values[word] = 20 + 10 * index;
  const sizes: Record<string, number> = { Hundred: 1e2, Thousand: 1e3, Lakh: 1e5, Crore: 1e7 };
  let [total, open] = [0, 0];
  for (const word of words.replace(" Only", "").split(/[ -]/)) {
    const size = sizes[word] ?? 0;
    if (word === "and") [total, open] = [(total + open) * 100, 0];
    else if (size === 100) open *= 100;
    else if (size > 0) [total, open] = [total + open * size, 0];
    else open += values[word] ?? 0;
  }
  return words.includes(" and ") ? total + open : (total + open) * 100;
}

test.each<[string, string, string]>([
  ["Pondicherry", "France", "France"],
  ["Punjab", "Pakistan", "Punjab, Pakistan"],
  ["Pondicherry", "india", "Pondicherry, india"],
  ["", "India", "India"],
  [" Kerala ", " India ", "Kerala, India"],
])("a buyer in %j, %j has the address %j", (state, country, home) => {
  expect(stateAndCountry({ state, country }, { suggested: "Puducherry" }).join(", ")).toBe(home);
});
