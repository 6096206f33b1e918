import { dropToken } from "../lib/session.ts";

type Way = { to: string; state?: { told: string } };

let way: Way | null = null;

/** Signs out of this browser; the portal, which sees the token go, leads there. */
export function leaveFor(to: string, told?: string): void {
  way = told ? { to, state: { told } } : { to };
  dropToken();
}

/** Where a sign-out leads to; null when the token went in another tab, or was never there. */
export function takeWay(): Way | null {
  const taken = way;
  way = null;
  return taken;
}
