type UpiRequest = { vpa: string; payee: string; amountInPaise: number; note: string; reference: string };

export const vpaPattern = /^[A-Za-z0-9][A-Za-z0-9._-]{1,254}@[A-Za-z][A-Za-z0-9]{1,63}$/;
const longestNote = 50;
const longestReference = 35;

/** What the QR code at the desk contains: any UPI app opens with payee and exact amount. */
export function upiLink({ vpa, payee, amountInPaise, note, reference }: UpiRequest): string {
  const amount = `${Math.floor(amountInPaise / 100)}.${String(amountInPaise % 100).padStart(2, "0")}`;
  const parts: [string, string][] = [
    ["pa", vpa],
    ["pn", payee],
    ["am", amount],
    ["cu", "INR"],
    ["tn", plain(note).slice(0, longestNote)],
    ["tr", reference.replace(/[^A-Za-z0-9]/g, "").slice(0, longestReference)],
  ];
  // Apps expect %20 and not +; the @ of an address stays readable.
  const query = parts.map(([name, value]) => `${name}=${encodeURIComponent(value).replace("%40", "@")}`);
  return `upi://pay?${query.join("&")}`;
}

/** Some apps refuse notes with other signs. */
function plain(note: string): string {
  return note
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9 ]+/g, " ")
    .replace(/ +/g, " ")
    .trim();
}
