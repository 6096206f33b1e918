import { type Api, type AwardDesign, type ParsedInput, Refusal } from "@shoreline/contract";
import { certificateId } from "@shoreline/domain/certificate";
import { and, eq } from "drizzle-orm";
import type { StaffCtx } from "../../context.ts";
import { type CertificateDesign, certificateDesign } from "../../db/tables/certificate.ts";
import { readDesign, storeSignature, theDesign } from "../certificate/design.ts";
import { drawPrinted } from "../certificate/files.ts";
import { printedBy } from "../certificate/snapshot.ts";
import { readBindingInstitute, readInstitute } from "../site/queries.ts";
import { recordChange } from "../staff/audit.ts";
import { drawSignature } from "./signature.ts";

export async function showDesign({ db }: Pick<StaffCtx, "db">): Promise<AwardDesign> {
  const { signature, ...design } = await readDesign(db);
  const { certificateSignatory } = await readInstitute(db);
  return { ...design, instituteSignatory: certificateSignatory, hasSignature: signature !== null };
}

type Form = ParsedInput<Api["award"]["previewDesign"]>;

/** A sample; a new signature is drawn, but not stored. */
export async function previewDesign(ctx: StaffCtx, { template, signatory, signature }: Form) {
  const institute = await readBindingInstitute(ctx.db);
  const kept = signature === "keep" ? (await readDesign(ctx.db)).signature : null;
  const isNew = signature !== "keep" && signature !== "none";
  const name = "Kavya Raman";
  const bytes = await drawPrinted(ctx, {
    as: "large",
    row: {
      certificateId: certificateId(institute.certificatePrefix, 0),
      studentName: name,
      studentId: "SAMPLE",
      courseCompleted: "Full Stack Development",
      printed: printedBy({ institute, hours: 120, design: { template, signatory, signature: kept } }),
      earnedAt: ctx.clock.now(),
      revokedAt: null,
    },
    signaturePng: isNew ? await drawSignature(signature) : null,
  });
  return { picture: Buffer.from(bytes).toString("base64"), name };
}

type Saved = ParsedInput<Api["award"]["saveDesign"]>;

export async function saveDesign(ctx: StaffCtx, { template, signatory, signature, version }: Saved) {
  const isNew = signature !== "keep" && signature !== "none";
  // The file comes before the row that names it.
  const stored = isNew ? await storeSignature(ctx, await drawSignature(signature)) : null;
  await ctx.db.transaction(async (tx) => {
    await tx
      .insert(certificateDesign)
      .values({ id: theDesign, content: await usual(tx) })
      .onConflictDoNothing();
    const { version: current, ...before } = await readDesign(tx);
    const content: CertificateDesign = {
      template,
      signatory,
      signature: signature === "keep" ? before.signature : stored,
    };
    const changed = await tx
      .update(certificateDesign)
      .set({ content, version: current + 1 })
      .where(and(eq(certificateDesign.id, theDesign), eq(certificateDesign.version, version)))
      .returning({ id: certificateDesign.id });
    if (changed.length === 0) throw new Refusal("CHANGED_MEANWHILE");
    await recordChange(tx, ctx, {
      ...{ action: "Changed the look of certificates", kind: "certificate", thingId: theDesign, thing: "Design" },
      ...{ before, after: content },
    });
  });
  return showDesign(ctx);
}

async function usual(tx: Parameters<typeof readDesign>[0]): Promise<CertificateDesign> {
  const { version, ...content } = await readDesign(tx);
  return content;
}
