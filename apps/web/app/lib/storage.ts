export const contactDraftKey = "contact-draft";

/** What a tab keeps about a learner. A sign-out removes it, so that the next person at this computer does not see it. */
export const personalKeys = { picture: "user", name: "username", contactDraft: contactDraftKey };

// Storage may be blocked or full; then what is kept lasts as long as the page.
const memory = new Map<string, string>();
type Place = "localStorage" | "sessionStorage";

export function read(place: Place, key: string): string | null {
  try {
    return window[place].getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

export function write(place: Place, key: string, value: string): void {
  try {
    window[place].setItem(key, value);
  } catch {
    // Otherwise the older value would be read.
    remove(place, key);
    memory.set(key, value);
  }
}

/** Also of those that are only in memory. */
export function keys(place: Place): string[] {
  try {
    return [...Object.keys(window[place]), ...memory.keys()];
  } catch {
    return [...memory.keys()];
  }
}

export function remove(place: Place, key: string): void {
  memory.delete(key);
  try {
    window[place].removeItem(key);
  } catch {
    // It was only in memory.
  }
}
