/** "8473.73", as spreadsheets and Tally read an amount. */
export function rupees(paise: number): string {
  const whole = Math.floor(Math.abs(paise) / 100);
  return `${paise < 0 ? "-" : ""}${whole}.${String(Math.abs(paise) % 100).padStart(2, "0")}`;
}
