const key = "contact-draft";

/** Keeps what is typed until it is sent or the tab is closed, so that a reload does not lose it. */
export function keepDraft(values: Record<string, string>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(values));
  } catch {
    // The form works without storage too.
  }
}

/** Fills the fields that are still empty. */
export function restoreDraft(form: HTMLFormElement): void {
  try {
    const values: Record<string, string> = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    for (const [name, value] of Object.entries(values)) {
      const field = form.elements.namedItem(name) as HTMLInputElement | null;
      if (field && !field.value) field.value = value;
    }
  } catch {
    // A draft that cannot be read is no draft.
  }
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Then there is none.
  }
}
