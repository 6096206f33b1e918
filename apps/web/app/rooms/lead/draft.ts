import { contactDraftKey as key, read, remove, write } from "../../lib/storage.ts";
import { readForm } from "../../lib/submission.ts";

/** Keeps what is typed until it is sent or the tab is closed, so that a reload does not lose it. */
export function keepDraft(form: HTMLFormElement, names: string[]): void {
  const typed = Object.entries(readForm(form, names)).filter(
    ([name, value]) => value !== fieldOf(form, name)?.dataset.prefilled,
  );
  write("sessionStorage", key, JSON.stringify(Object.fromEntries(typed)));
}

/** Fills the fields that are still empty. */
export function restoreDraft(form: HTMLFormElement): void {
  const values: Record<string, string> = JSON.parse(read("sessionStorage", key) ?? "{}");
  for (const [name, value] of Object.entries(values)) {
    const field = fieldOf(form, name);
    if (field && !field.value) field.value = value;
  }
}

export function forgetDraft(): void {
  remove("sessionStorage", key);
}

function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement | null {
  return form.elements.namedItem(name) as HTMLInputElement | null;
}
