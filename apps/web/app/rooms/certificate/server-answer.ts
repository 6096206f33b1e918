import type { Certificate } from "@shoreline/contract";
import { isCertificateId, replacedReason } from "@shoreline/domain/certificate";
import type { Answer, CertificateFacts, FieldChange, Finding, TrustedKeys } from "@shoreline/proof/types";
import { browserClient } from "../../lib/api.ts";
import { formatDay } from "../../lib/format.ts";
import { proofClient } from "./proof-client.ts";

/** What a file tells, and what our server says of it. */
export type Checked = { finding: Finding; answer: Answer };

type Asking = { trusted: TrustedKeys; timeZone: string };

const patienceMs = 6000;
/** Of a bundle. The server allows 180 look-ups in ten minutes. */
const mostAsked = 60;

export async function askAbout(finding: Finding, asking: Asking): Promise<Checked> {
  if (finding.inside.length > 0) return askAboutAll(finding, asking);
  const certificateId = idToAsk(finding);
  if (!certificateId) return { finding, answer: { kind: "not-asked" } };
  const found = await lookUp(certificateId);
  if (finding.kind === "changed") return { finding: await compare(finding, asking), answer: answerOf(found, []) };
  return { finding, answer: answerOf(found, found ? findMismatches(finding.facts, found, asking) : []) };
}

/** One after another. Once the server does not answer, the others are not asked about: each would wait in vain. */
async function askAboutAll(bundle: Finding, asking: Asking): Promise<Checked> {
  const all: Checked[] = [];
  for (const finding of bundle.inside) {
    if (all.length >= mostAsked) all.push({ finding, answer: { kind: "not-asked" } });
    else if (all.some(({ answer }) => answer.kind === "silent")) all.push({ finding, answer: { kind: "silent" } });
    else all.push(await askAbout(finding, asking));
  }
  const inside = all.map(({ finding }) => finding);
  return { finding: { ...bundle, inside }, answer: { kind: "each", answers: all.map(({ answer }) => answer) } };
}

/** Of what others signed we know nothing. */
function idToAsk({ kind, facts }: Finding): string | null {
  const isOurs = kind === "genuine" || kind === "changed" || kind === "distrusted";
  return isOurs && facts && isCertificateId(facts.certificateId) ? facts.certificateId : null;
}

async function lookUp(certificateId: string): Promise<Certificate | null | undefined> {
  try {
    return await browserClient.certificate.get({ certificateId }, { signal: AbortSignal.timeout(patienceMs) });
  } catch {
    // Offline, too many look-ups, or a server in trouble: the check of the file alone stands.
    return undefined;
  }
}

function answerOf(found: Certificate | null | undefined, fields: FieldChange[]): Answer {
  if (found === undefined) return { kind: "silent" };
  if (found === null) return { kind: "unknown" };
  const { isRevoked, revokedReason: reason, revokedAt: at, replacedBy } = found;
  // That it was replaced is said anyhow.
  const isSaid = replacedBy !== null && reason === replacedReason(replacedBy);
  if (isRevoked) return { kind: "revoked", reason: isSaid ? null : reason, at, replacedBy };
  return fields.length > 0 ? { kind: "mismatch", fields } : { kind: "valid" };
}

/** Names the changed fields where the server still has what was issued. */
async function compare(finding: Finding, { trusted }: Asking): Promise<Finding> {
  const certificateId = finding.facts?.certificateId ?? "";
  try {
    const [original, { compareWith }] = await Promise.all([
      proofClient.certificate.credential({ certificateId }, { signal: AbortSignal.timeout(patienceMs) }),
      import("@shoreline/proof/check-text"),
    ]);
    return await compareWith(finding, new TextDecoder().decode(original.bytes), trusted);
  } catch {
    return finding;
  }
}

function findMismatches(facts: CertificateFacts | null, found: Certificate, { timeZone }: Asking): FieldChange[] {
  if (!facts) return [];
  const day = (iso: string) => (Number.isNaN(Date.parse(iso)) ? iso : formatDay(iso, { timeZone }));
  const pairs = [
    { field: "Name", is: facts.holder, was: found.studentName },
    { field: "Course", is: facts.course, was: found.courseCompleted },
    { field: "Earned on", is: day(facts.earnedAt), was: day(found.certificateEarned) },
  ];
  return pairs.filter(({ is, was }) => is !== was).map((pair) => ({ part: "field", ...pair }));
}
