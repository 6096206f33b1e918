import type { Profile } from "@shoreline/contract";
import { defaultCountryCode } from "@shoreline/domain/text";
import { learnerClient } from "./learner.ts";
import { readToken } from "./session.ts";

let known: { token: string | null; profile: Promise<Profile> } | null = null;

/** Fills in name, mail address and number, once; never what somebody has typed. Without an answer nothing happens. */
export async function fillForm(form: HTMLFormElement): Promise<void> {
  form.dataset.filled = "yes";
  const profile = await readProfile().catch(() => null);
  if (!profile) {
    delete form.dataset.filled;
    return;
  }
  const { firstName, lastName, email, countryCode, mobileNumber } = profile;
  const texts = {
    name: `${firstName} ${lastName}`.trim(),
    email,
    "tel-national": countryCode === defaultCountryCode ? mobileNumber : "",
  };
  for (const [kind, text] of Object.entries(texts)) {
    const input = form.querySelector<HTMLInputElement>(`input[autocomplete="${kind}"]`);
    if (input?.value !== "" || text === "") continue;
    // What we filled in is not the visitor's draft.
    input.dataset.prefilled = text;
    typeInto(input, text);
    // Who is about to type here replaces what we filled in.
    if (input === document.activeElement) input.select();
    // React renders before the next field: a form may keep all its values in one state.
    await new Promise((done) => setTimeout(done));
  }
}

function readProfile(): Promise<Profile> {
  const token = readToken();
  if (known?.token !== token) known = { token, profile: learnerClient.account.read({}) };
  return known.profile.catch((error) => {
    known = null;
    throw error;
  });
}

/** As if typed: React notices only what the setter of the element itself has changed. */
function typeInto(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
