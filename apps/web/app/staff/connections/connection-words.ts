import type { WebhookDelivery } from "@shoreline/contract";
import type { KeyScope, WebhookEvent } from "@shoreline/domain/connection";
import type { Choice } from "./choices.tsx";

export const scopeChoices: Choice<KeyScope>[] = [
  { value: "add leads", text: "Add leads", more: "A new person comes into Leads as from a form of the site." },
  { value: "read leads", text: "Read leads", more: "Names, numbers and e-mail addresses of all leads." },
];

export const eventChoices: Choice<WebhookEvent>[] = [
  { value: "lead.created", text: "A new lead", more: "lead.created" },
  { value: "purchase.completed", text: "A course is bought", more: "purchase.completed" },
  { value: "certificate.issued", text: "A certificate is issued", more: "certificate.issued" },
];

export function eventText(event: WebhookDelivery["event"]): string {
  return eventChoices.find(({ value }) => value === event)?.text ?? "Test";
}

/** A new lead, a course is bought */
export function eventsText(events: readonly WebhookEvent[]): string {
  const [first = "", ...others] = eventChoices.filter(({ value }) => events.includes(value)).map(({ text }) => text);
  return [first, ...others.map((text) => text.slice(0, 1).toLowerCase() + text.slice(1))].join(", ");
}

/** hooks.example.com/leads: everybody knows the beginning. */
export function shortAddress(url: string): string {
  return url.replace(/^https?:\/\//, "").replace(/\/$/, "");
}

type Example = { origin: string; key: string; scopes: readonly KeyScope[] };

/** What somebody types at a terminal to try the key. */
export function exampleCall({ origin, key, scopes }: Example): string {
  const address = `${origin}/api/staff/leads`;
  const header = `-H "authorization: Bearer ${key}"`;
  if (!scopes.includes("add leads")) return `curl ${address} \\\n  ${header}`;
  const lead = JSON.stringify({ name: "Asha Menon", number: "+919876543210", interest: "Python", reference: "1" });
  return `curl ${address} \\\n  ${header} \\\n  -H "content-type: application/json" \\\n  -d '${lead}'`;
}
