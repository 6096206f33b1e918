import { contactDraftKey as key, read, remove, write } from "../../lib/storage.ts";

/** What was typed, without what the account has filled in. It also runs inside the page as text, so it uses nothing from outside. */
function draftOf(form: HTMLFormElement, names: string[]): string {
  const values: Record<string, string> = {};
  for (const name of names) {
    const field = form.elements.namedItem(name) as HTMLInputElement | null;
    const value = field?.value.trim() ?? "";
    if (value !== field?.dataset.prefilled) values[name] = value;
  }
  return JSON.stringify(values);
}

/** For the page from the server, from the first letter on: the next tap may leave it before React is there. */
export function draftScript(names: string[]): string {
  return `addEventListener("input",({target:{form}})=>{if(form&&"draft"in form.dataset)try{
sessionStorage.setItem("${key}",(${draftOf})(form,${JSON.stringify(names)}))}catch{}},true)`;
}

/** Keeps what is typed until it is sent or the tab is closed, so that a reload does not lose it. */
export function keepDraft(form: HTMLFormElement, names: string[]): void {
  write("sessionStorage", key, draftOf(form, names));
}

/** Fills the fields that are still empty. */
export function restoreDraft(form: HTMLFormElement, names: string[]): void {
  const values = readDraft();
  for (const name of names) {
    const field = form.elements.namedItem(name) as HTMLInputElement | null;
    if (field && !field.value) field.value = values?.[name] ?? "";
  }
}

function readDraft(): Record<string, string> | null {
  try {
    return JSON.parse(read("sessionStorage", key) ?? "null");
  } catch {
    return null;
  }
}

export function forgetDraft(): void {
  remove("sessionStorage", key);
}
