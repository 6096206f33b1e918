import { certificate } from "@shoreline/contract";
import { isCertificateId } from "@shoreline/domain/certificate";
import type { Drawing } from "../../room.ts";
import { shareCards } from "../site/share-card.ts";
import { findCertificate } from "./queries.ts";

/**
 * Networks keep the card of a link, so it does not name the holder. It tells no more than a look-up does, and the look-ups of
 * one address are bounded in the same way.
 */
export const certificateCards: Drawing = {
  ...shareCards("certificate", async ({ db }, certificateId, { brand }) => {
    const [found] = isCertificateId(certificateId) ? await findCertificate(db, { certificateId }) : [];
    if (!found) return null;
    const { courseCompleted, revokedAt } = found;
    const picture = brand.scene === "coast" ? "/pictures/verify.svg" : null;
    const state = revokedAt ? "Revoked" : "Certificate of completion";
    return { title: courseCompleted, facts: [`Certificate ${certificateId}`, state], picture };
  }),
  isAlwaysAsked: true,
  limit: [certificate.get.limit ?? []].flat(),
};
