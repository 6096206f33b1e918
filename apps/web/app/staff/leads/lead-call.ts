export function isLate(iso: string, now = new Date()): boolean {
  return Date.parse(iso) < now.getTime();
}
