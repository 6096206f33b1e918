import { assignments, contactKinds, unknownFields } from "@shoreline/domain/inbox";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Done, nothing, StaffName, version } from "./staff-shapes.ts";

/** What staff write with fields such as `{first name}` in it. */
export const TemplateText = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Use at most ${most} characters`)
    .superRefine((text, check) => {
      const [unknown] = unknownFields(text);
      if (unknown) check.addIssue({ code: "custom", message: `{${unknown}} is not a known field` });
    });
const Template = z.object({
  templateId: z.string(),
  name: z.string(),
  kind: z.enum(contactKinds),
  subject: z.string(),
  text: z.string(),
  version: z.int(),
});
export type LeadTemplate = z.infer<typeof Template>;

const View = z.object({
  viewId: z.string(),
  name: z.string(),
  query: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  by: z.string().describe("Who saved it"),
  mayRemove: z.boolean().describe("One's own; for owners also those that are shared"),
});
export type SavedView = z.infer<typeof View>;

/** Templates, saved views, and who gets new leads. */
export const inboxSettings = {
  templates: endpoint({
    summary: "Texts that staff write again and again",
    input: nothing,
    reply: z.object({ templates: z.array(Template) }),
    staff: "see leads",
  }),
  saveTemplate: endpoint({
    summary: "Add or change a template",
    input: z.object({
      templateId: z.uuid().optional(),
      name: StaffName,
      kind: z.enum(contactKinds),
      subject: TemplateText(150),
      text: TemplateText(5000).pipe(z.string().min(1, "Write a text")),
      version: version.optional(),
    }),
    reply: z.object({ templates: z.array(Template) }),
    refusals: ["UNKNOWN_TEMPLATE", "CHANGED_MEANWHILE"],
    staff: "change lead settings",
  }),
  removeTemplate: endpoint({
    summary: "Remove a template",
    input: z.object({ templateId: z.uuid() }),
    reply: z.object({ templates: z.array(Template) }),
    refusals: ["UNKNOWN_TEMPLATE"],
    staff: "change lead settings",
  }),
  views: endpoint({
    summary: "Own saved views and those that others share",
    input: nothing,
    reply: z.object({ views: z.array(View) }),
    staff: "see leads",
  }),
  saveView: endpoint({
    summary: "Keep the filters of the list under a name",
    input: z.object({ name: StaffName, query: z.string().max(1000, "Use fewer filters"), isShared: z.boolean() }),
    reply: z.object({ views: z.array(View) }),
    refusals: ["TOO_MANY_VIEWS", "KNOWN_VIEW"],
    staff: "see leads",
  }),
  removeView: endpoint({
    summary: "Remove an own view, or as an owner a shared one or one of a closed account",
    input: z.object({ viewId: z.uuid() }),
    reply: z.object({ views: z.array(View) }),
    staff: "see leads",
  }),
  changeAssignment: endpoint({
    summary: "Whether new leads get an owner in turn",
    input: z.object({ assignment: z.enum(assignments), version }),
    reply: Done,
    refusals: ["CHANGED_MEANWHILE"],
    staff: "change lead settings",
  }),
};
