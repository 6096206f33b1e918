import { useSyncExternalStore } from "react";
import { personalKeys, read, remove, write } from "./storage.ts";

const tokenKey = "token";

/** A careless script may have stored the text "undefined". */
export function readToken(): string | null {
  const token = read("localStorage", tokenKey);
  return token && token !== "undefined" ? token : null;
}

/** The token before the present one of the same session. */
const previousKey = "previousToken";

export function keepToken(token: string): void {
  redirect = null;
  remove("localStorage", previousKey);
  write("localStorage", tokenKey, token);
  changed();
}

/** Signs out here; the storage event signs out every other tab. */
function dropToken(): void {
  remove("localStorage", previousKey);
  remove("localStorage", tokenKey);
  changed();
}

/** Keeps the next token of the same session, unless somebody has signed in or out meanwhile. */
export function renewToken({ from, to }: { from: string; to: string }): void {
  if (readToken() !== from) return;
  write("localStorage", previousKey, from);
  write("localStorage", tokenKey, to);
  changed();
}

/** The token by which this one was replaced, here or in another tab, or the token itself. */
export function latestToken(token: string | null): string | null {
  return token && read("localStorage", previousKey) === token ? readToken() : token;
}

/** What the top bar shows of the learner before the profile has loaded. */
export function keepPerson({ profilePicture, firstName }: { profilePicture: string; firstName: string }): void {
  write("sessionStorage", personalKeys.picture, profilePicture);
  write("sessionStorage", personalKeys.name, firstName);
}

const watchers = new Set<() => void>();

function changed(): void {
  if (readToken()) document.documentElement.dataset.signedIn = "";
  else {
    delete document.documentElement.dataset.signedIn;
    for (const key of Object.values(personalKeys)) remove("sessionStorage", key);
  }
  for (const watcher of watchers) watcher();
}

/** Calls back when somebody signs in or out, in this tab or another. */
function watchToken(watcher: () => void): () => void {
  const onStorage = (event: StorageEvent) => (event.key === tokenKey || event.key === null) && changed();
  watchers.add(watcher);
  window.addEventListener("storage", onStorage);
  return () => {
    watchers.delete(watcher);
    window.removeEventListener("storage", onStorage);
  };
}

/** The first token of the session that this tab has seen, null without one, and undefined before hydration. */
export function useToken(): string | null | undefined {
  return useSyncExternalStore<string | null | undefined>(watchToken, firstToken, () => undefined);
}

let seen: { first: string | null; latest: string | null } = { first: null, latest: null };

/** Stays the same when the server replaces the token: the screen must not start again. */
function firstToken(): string | null {
  const latest = readToken();
  const isSame = latest !== null && latest === latestToken(seen.latest);
  seen = { first: isSame ? seen.first : latest, latest };
  return seen.first;
}

type Redirect = { to: string; state?: { notice: string } };

let redirect: Redirect | null = null;

/** Signs out of this browser; the portal then redirects to this path. */
export function endSession(to: string, notice?: string): void {
  redirect = notice ? { to, state: { notice } } : { to };
  dropToken();
}

/** Where a sign-out leads to; null when another tab removed the token, or there was none. */
export function takeRedirect(): Redirect | null {
  const taken = redirect;
  redirect = null;
  return taken;
}
