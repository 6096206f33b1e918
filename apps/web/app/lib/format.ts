const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR", minimumFractionDigits: 0 });

/** ₹12,999 */
export function formatRupees(amount: number): string {
  return rupees.format(amount);
}

/** 15 Nov 2026, as it is where the institute is: the same for the server and every visitor. */
export function formatDay(iso: string, { timeZone }: { timeZone: string }): string {
  return new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone }).format(
    new Date(iso),
  );
}
