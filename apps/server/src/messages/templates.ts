import { codeLifetimeMs } from "@shoreline/domain/account";
import { z } from "zod";

type Template = {
  /** In the order of the slots {{1}}, {{2}} of a WhatsApp template. */
  variables: readonly string[];
  text: string;
};

const minutes = codeLifetimeMs / 60_000;

/**
 * Every text message that we send. Indian operators deliver only wording that was registered with them, in which each
 * variable is a slot {#var#}. {institute}, {phone} and {host} are not slots: they belong to the registered wording.
 */
export const templates = {
  // The last line lets a phone fill in the code on our page only (WebOTP).
  "sign-in-code": {
    variables: ["code"],
    text: `{code} is your code for {institute}. It is valid for ${minutes} minutes. Do not share it with anyone.\n\n@{host} #{code}`,
  },
  "guardian-code": {
    variables: ["code", "learner"],
    text: "{code} is your code to agree, as guardian, that {learner} learns and pays at {institute}. Share it only if you agree. {host}/privacy-policy",
  },
  "number-changed": {
    variables: ["ending"],
    text: "The mobile number of your account at {institute} was changed to one that ends in {ending}. If this was not you, call us at once on {phone}.",
  },
  "class-reminder": {
    variables: ["course", "when"],
    text: "Your {course} class is on {when}. Join from your schedule on our website. {institute}",
  },
  "class-moved": {
    variables: ["course", "before", "when"],
    text: "Your {course} class of {before} has a new time: {when}. {institute}",
  },
  "class-cancelled": {
    variables: ["course", "when"],
    text: "Your {course} class on {when} is cancelled. Your other classes take place as planned. {institute}",
  },
  "classes-changed": {
    variables: ["course", "count", "when"],
    text: "Your {course} timetable has changed: {count}, from {when}. See your schedule on our website. {institute}",
  },
  // A payment link is longer than one slot.
  "fee-due": {
    variables: ["amount", "course", "when", "token"],
    text: "{amount} for {course} is due on {when}. Pay: {host}/pay/{token}{token} {institute}",
  },
  "fee-overdue": {
    variables: ["amount", "course", "when", "token"],
    text: "{amount} for {course} was due on {when}. Pay: {host}/pay/{token}{token} {institute}",
  },
  "fee-received": {
    variables: ["amount", "course", "receipt"],
    text: "We have received {amount} for {course}. Receipt {receipt}. Thank you. {institute}",
  },
  "fee-automatic": {
    variables: ["amount", "course", "when"],
    text: "{amount} for {course} will be taken automatically on {when}, as agreed. {institute}",
  },
  "classes-on-hold": {
    variables: ["course", "amount", "token"],
    text: "{course} classes are on hold: {amount} is overdue. Pay: {host}/pay/{token}{token} {institute}",
  },
  "classes-open": {
    variables: ["course"],
    text: "You can join your {course} classes again. {institute}",
  },
  "seat-offered": {
    variables: ["course", "when"],
    text: "A seat in {course} is free for you until {when}. Take it: {host}/dashboard/notification {institute}",
  },
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof templates;
export type Values<Name extends TemplateName> = Record<(typeof templates)[Name]["variables"][number], string>;

export const templateNames = Object.keys(templates) as [TemplateName, ...TemplateName[]];
export const classTemplates = ["class-reminder", "class-moved", "class-cancelled"] as const satisfies TemplateName[];
/** Apart from the others: who has registered only those still sends them, and tells of many moved classes by mail. */
export const seriesTemplates = ["classes-changed"] as const satisfies TemplateName[];
export const feeTemplates = [
  "fee-due",
  "fee-overdue",
  "fee-automatic",
  "classes-on-hold",
  "classes-open",
] as const satisfies TemplateName[];
/** Apart from the others: who has registered only those still sends them. */
export const receiptTemplates = ["fee-received"] as const satisfies TemplateName[];
export const placeTemplates = ["seat-offered"] as const satisfies TemplateName[];
/** Those that go by SMS or WhatsApp, as a learner has chosen. */
export const noticeTemplates = [
  ...classTemplates,
  ...seriesTemplates,
  ...feeTemplates,
  ...receiptTemplates,
  ...placeTemplates,
] as const;

const fixedParts = ["institute", "phone", "host"];

/** YAML reads nineteen digits without quotes as a number, and rounds it. */
const id = (form: RegExp, example: string) => z.string("Write it in quotes").regex(form, `Write it like ${example}`);

const smsTemplate = z.strictObject({
  id: id(/^[\w-]{1,64}$/, '"1107160000000012345"').optional(),
  text: z.string().min(1).max(1000).optional(),
});
const whatsappTemplate = z.strictObject({
  name: id(/^[a-z0-9_]{1,512}$/, "class_reminder").optional(),
  language: id(/^[a-z]{2,3}(_[A-Z]{2})?$/, "en or en_GB").optional(),
});

/** What an institute has registered with the operators and with WhatsApp: the block `messages`. */
export const MessageSettings = z.strictObject({
  sms: z
    .strictObject({
      entityId: id(/^\d{6,25}$/, '"1101500000000012345"').optional(),
      sender: id(/^[A-Za-z0-9]{3,11}$/, "ACADMY").optional(),
      templates: z.partialRecord(z.enum(templateNames), smsTemplate).optional().superRefine(checkTexts),
    })
    .optional(),
  whatsapp: z
    .strictObject({ templates: z.partialRecord(z.enum(noticeTemplates), whatsappTemplate).optional() })
    .optional(),
});
export type MessageSettings = z.infer<typeof MessageSettings>;

type Texts = Partial<Record<TemplateName, { text?: string | undefined }>>;

function checkTexts(given: Texts | undefined, check: z.RefinementCtx): void {
  for (const [name, { text }] of Object.entries(given ?? {}) as [TemplateName, { text?: string }][]) {
    const message = text === undefined ? null : whyWrong(name, text);
    if (message) check.addIssue({ code: "custom", path: [name, "text"], message });
  }
}

/** The wording must have exactly the template's variables: the values of others do not exist. */
function whyWrong(name: TemplateName, text: string): string | null {
  const known: readonly string[] = templates[name].variables;
  const used = Array.from(text.matchAll(/\{([^{}]*)\}/g), ([, slot = ""]) => slot);
  const unknown = used.find((slot) => !known.includes(slot) && !fixedParts.includes(slot));
  if (unknown !== undefined) return `{${unknown}} is not a variable of ${name}. It has ${braced(known)}`;
  const missing = known.filter((variable) => !used.includes(variable));
  return missing.length > 0 ? `Missing: ${braced(missing)}` : null;
}

function braced(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(", ");
}
