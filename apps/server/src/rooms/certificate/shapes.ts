import { certificateTemplates } from "@shoreline/domain/certificate";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { Moment, type RecordCheck } from "../../content/well-formed.ts";
import { isOurTime } from "../../db/our-time.ts";
import { certificate } from "../../db/tables/certificate.ts";

const text = z.string().min(1);

/** What a certificate shows and prints; PostgreSQL knows only that some of these columns are JSON. */
export const certificateShape = {
  kind: "certificate",
  key: ({ certificateId }: { certificateId: string }) => certificateId,
  schema: z.object({
    learnedSkills: z.array(z.string()),
    printed: z.object({
      institute: text,
      city: text,
      timeZone: text,
      hours: z.number(),
      signatory: z.object({ name: text, designation: text }).nullable(),
      brand: z
        .object({
          colours: z.object({ main: text, accent: text }),
          icon: z.string().nullable(),
          scene: z.enum(["coast", "none"]),
        })
        .optional(),
      template: z.enum(certificateTemplates).optional(),
      signature: text.nullish(),
    }),
    earnedAt: Moment,
    revokedAt: Moment.nullable(),
  }),
};

const prints = `$.institute.type() == "string" && $.city.type() == "string" && $.timeZone.type() == "string" && $.hours.type() == "number"`;

export const certificateCheck: RecordCheck = {
  kind: "certificate",
  table: certificate,
  key: certificate.certificateId,
  isBroken: sql`jsonb_typeof(${certificate.learnedSkills}) <> 'array' or (${certificate.printed} @@ ${prints}::jsonpath) is not true
    or not (${isOurTime(certificate.earnedAt)}) or not (${isOurTime(certificate.revokedAt)})`,
  problem: "printed, learned_skills, earned_at or revoked_at",
};
