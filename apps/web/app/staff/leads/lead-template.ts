import type { LeadTemplate } from "@shoreline/contract";
import type { ContactKind } from "@shoreline/domain/inbox";

export const contactKindText: Record<ContactKind, string> = { call: "Call", whatsapp: "WhatsApp", mail: "Mail" };

/** What somebody writes of a template. */
export type TemplateText = Pick<LeadTemplate, "name" | "kind" | "subject" | "text">;

export const emptyTemplate: TemplateText = { name: "", kind: "whatsapp", subject: "", text: "" };

export const templateLabels = [
  ["name", "Name"],
  ["kind", "For"],
  ["subject", "Subject"],
  ["text", "Text"],
] as const satisfies [keyof TemplateText, string][];
