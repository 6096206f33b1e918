import { leadSources } from "@shoreline/domain/inbox";
import { namedPeriods } from "@shoreline/domain/report";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { day } from "./staff-shapes.ts";

const Conversion = z.object({
  leads: z.int(),
  contacted: z.int().describe("Called or written to at least once"),
  enrolled: z.int(),
  lost: z.int(),
  medianMinutesToFirstCall: z.number().nullable().describe("Of those who were called; null if nobody was"),
});

const LeadReport = z.object({
  from: z.iso.date(),
  until: z.iso.date(),
  weeks: z
    .array(
      z.object({ beginsOn: z.iso.date(), bySource: z.partialRecord(z.enum(leadSources), z.int()), total: z.int() }),
    )
    .describe("Every week from Monday, also those without a lead"),
  sources: z.array(Conversion.extend({ source: z.enum(leadSources) })),
  campaigns: z
    .array(Conversion.extend({ campaign: z.string(), from: z.string().describe("utm_source") }))
    .describe("The twenty with most leads"),
  counsellors: z.array(Conversion.extend({ staffId: z.string().nullable(), name: z.string() })),
  landingPages: z.array(Conversion.extend({ page: z.string() })).describe("The twenty with most leads"),
  total: Conversion,
});
export type LeadReport = z.infer<typeof LeadReport>;

/** Figures for those who decide. */
export const report = {
  leads: endpoint({
    summary: "Leads that came in a period: by source and week, what became of them, and how soon they were called",
    input: z.object({
      period: z
        .enum(namedPeriods, "Choose from the list")
        .optional()
        .describe(
          "If `from` is missing: the weeks with the one of `until` as the last, or its year; 12-weeks if both are",
        ),
      from: day.optional(),
      until: day.optional().describe("Today if it is missing; at most 53 weeks later"),
    }),
    reply: LeadReport,
    staff: "see reports",
    limit: { points: 120, seconds: 600 },
    reads: "replica",
  }),
};
