import type { DeskFacts } from "./enrol-form.ts";

const key = "staff-desk";

/** The desk at which this browser stood last, or the first one. */
export function keptDesk({ desks }: DeskFacts): string {
  const kept = localStorage.getItem(key);
  return desks.find(({ name }) => name === kept)?.name ?? desks[0]?.name ?? "";
}

export function keepDesk(desk: string): void {
  if (desk) localStorage.setItem(key, desk);
}
