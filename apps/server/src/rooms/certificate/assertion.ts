import type { Deps } from "../../context.ts";
import { inSeconds } from "../signing/sign.ts";
import { viewAddress } from "./addresses.ts";
import type { CertificateRow } from "./queries.ts";

type Asked = { row: CertificateRow; credential: string; email: string };

/** An Open Badges 2.0 assertion that is checked by asking for it here. Badge and issuer are inside, so that one address is enough. */
export function composeAssertion({ publicUrl }: Pick<Deps, "publicUrl">, { row, credential, email }: Asked) {
  const { certificateId, printed, courseCompleted, learnedSkills, revokedAt } = row;
  const id = `${publicUrl}/api/certificate/${certificateId}/assertion`;
  const context = "https://w3id.org/openbadges/v2";
  if (revokedAt)
    return { "@context": context, id, type: "Assertion", revoked: true, revocationReason: row.revokedReason };
  const issuer = {
    id: `${id}#issuer`,
    type: "Issuer",
    name: printed.institute,
    url: publicUrl,
    email,
  };
  return {
    "@context": context,
    id,
    type: "Assertion",
    recipient: recipientOf(credential),
    issuedOn: inSeconds(row.issuedAt),
    verification: { type: "hosted" },
    evidence: viewAddress(publicUrl, certificateId),
    badge: {
      id: `${id}#badge`,
      type: "BadgeClass",
      name: courseCompleted,
      description: `${courseCompleted}: ${printed.hours} hours of live online classes at ${printed.institute}.`,
      image: `${publicUrl}/media/certificate/${row.id}.webp`,
      criteria: { id: viewAddress(publicUrl, certificateId), narrative: `Completed ${courseCompleted}.` },
      tags: learnedSkills,
      issuer,
    },
  };
}

type Identity = { identityType?: string; identityHash?: string; salt?: string };

/** By the hashed mail address, as the older standard asks; by name when the account is gone. */
function recipientOf(credential: string) {
  const { credentialSubject } = JSON.parse(credential) as { credentialSubject: { identifier: Identity[] } };
  const mail = credentialSubject.identifier.find(({ identityType }) => identityType === "emailAddress");
  if (mail) return { type: "email", hashed: true, salt: mail.salt, identity: mail.identityHash };
  return { type: "name", hashed: false, identity: credentialSubject.identifier[0]?.identityHash };
}
