/** A cell of a CSV file. One that begins like a formula would be run by a spreadsheet; numbers and amounts are not formulas. */
export function csvCell(text: string): string {
  const safe = /^[=@\t\r]|^[+-](?!\d[\d ]*(\.\d+)?$)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvLine(cells: string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}
