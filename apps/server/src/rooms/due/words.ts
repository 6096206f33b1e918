import { formatDay, formatMoney } from "../../format.ts";

/** 20 Nov 2026 */
export function dayText(day: string): string {
  return formatDay(new Date(`${day}T00:00:00Z`), { timeZone: "UTC" });
}

export function moneyText(amountInPaise: number): string {
  return formatMoney({ amountInPaise, currency: "INR" });
}
