const rupees = new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" });

/** ₹1,24,999.00, or −₹500.00 with a minus sign that is as wide as a digit. */
export function moneyText(paise: number): string {
  return rupees.format(paise / 100).replace("-", "−");
}
