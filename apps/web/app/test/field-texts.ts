/** What a screen reader says of a field: its error, then the hint what is accepted. */
export function textsOf(field: HTMLElement): string[] {
  const ids = field.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? "");
}
