import { formatRupees } from "../lib/format.ts";

/** ₹9,999, or ₹9,999.50 where there are paise. */
export function moneyText(amountInPaise: number): string {
  return formatRupees(amountInPaise / 100);
}

const withPaise = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });

/** For books: ₹1,24,999.00, or −₹500.00 with a minus sign that is as wide as a digit. */
export function exactMoney(amountInPaise: number): string {
  return withPaise.format(amountInPaise / 100).replace("-", "−");
}

/** Reads "29,999.50", with or without ₹; null when it is no amount. */
export function readRupees(typed: string): number | null {
  const text = typed.replace(/[₹,\s]/g, "");
  const [, rupees = "", paise = ""] = /^(\d{1,8})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  return rupees === "" ? null : Number(rupees) * 100 + Number(paise.padEnd(2, "0"));
}

/** As it is typed: 9999 or 9999.50. */
export function rupeesText(amountInPaise: number): string {
  return amountInPaise % 100 === 0 ? String(amountInPaise / 100) : (amountInPaise / 100).toFixed(2);
}
