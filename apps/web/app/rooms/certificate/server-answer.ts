import type { Certificate } from "@shoreline/contract";
import { isCertificateId } from "@shoreline/domain/certificate";
import { compareWith } from "@shoreline/proof/check";
import type { Answer, CertificateFacts, Finding, TrustedKeys } from "@shoreline/proof/types";
import { browserClient } from "../../lib/api.ts";
import { formatDay } from "../../lib/format.ts";
import { proofClient } from "./proof-client.ts";

/** A field of which the server knows something else than a file that is signed by us. */
type Mismatch = { field: string; is: string; was: string };

/** What a file tells, and what our server says of it. */
export type Checked = { finding: Finding; answer: Answer; mismatches: Mismatch[]; inside: Checked[] };

type Asking = { trusted: TrustedKeys; timeZone: string; isSilent?: boolean };

const patienceMs = 6000;
/** Of a bundle. The server allows 180 look-ups in ten minutes. */
const mostAsked = 60;

export async function askAbout(finding: Finding, asking: Asking): Promise<Checked> {
  const inside = await askAboutAll(finding.inside, asking);
  const certificateId = idToAsk(finding);
  if (!certificateId) return { finding, answer: { kind: "not-asked" }, mismatches: [], inside };
  const found = asking.isSilent ? undefined : await lookUp(certificateId);
  const answer = answerOf(found);
  if (finding.kind === "changed") return { finding: await compare(finding, asking), answer, mismatches: [], inside };
  const mismatches = answer.kind === "valid" ? findMismatches(finding.facts, found as Certificate, asking) : [];
  return { finding, answer, mismatches, inside };
}

/** One after another. Once the server does not answer, the others are not asked about: each would wait in vain. */
async function askAboutAll(findings: Finding[], asking: Asking): Promise<Checked[]> {
  const all: Checked[] = [];
  for (const one of findings) {
    const isSilent = all.length >= mostAsked || all.some(({ answer }) => answer.kind === "silent");
    all.push(await askAbout(one, { ...asking, isSilent }));
  }
  return all;
}

/** Of what others signed we know nothing. */
function idToAsk({ kind, facts, inside }: Finding): string | null {
  const isOurs = kind === "genuine" || kind === "changed" || kind === "distrusted";
  return isOurs && inside.length === 0 && facts && isCertificateId(facts.certificateId) ? facts.certificateId : null;
}

async function lookUp(certificateId: string): Promise<Certificate | null | undefined> {
  try {
    return await browserClient.certificate.get({ certificateId }, { signal: AbortSignal.timeout(patienceMs) });
  } catch {
    // Offline, too many look-ups, or a server in trouble: the check of the file alone stands.
    return undefined;
  }
}

function answerOf(found: Certificate | null | undefined): Answer {
  if (found === undefined) return { kind: "silent" };
  if (found === null) return { kind: "unknown" };
  const { isRevoked, revokedReason: reason, revokedAt: at, replacedBy } = found;
  return isRevoked ? { kind: "revoked", reason, at, replacedBy } : { kind: "valid" };
}

/** Names the changed fields where the server still has what was issued. */
async function compare(finding: Finding, { trusted, isSilent }: Asking): Promise<Finding> {
  if (isSilent) return finding;
  const certificateId = finding.facts?.certificateId ?? "";
  try {
    const original = await proofClient.certificate.credential(
      { certificateId },
      { signal: AbortSignal.timeout(patienceMs) },
    );
    return await compareWith(finding, new TextDecoder().decode(original.bytes), trusted);
  } catch {
    return finding;
  }
}

function findMismatches(facts: CertificateFacts | null, found: Certificate, { timeZone }: Asking): Mismatch[] {
  if (!facts) return [];
  const day = (iso: string) => (Number.isNaN(Date.parse(iso)) ? iso : formatDay(iso, { timeZone }));
  const pairs = [
    { field: "Name", is: facts.holder, was: found.studentName },
    { field: "Course", is: facts.course, was: found.courseCompleted },
    { field: "Earned on", is: day(facts.earnedAt), was: day(found.certificateEarned) },
  ];
  return pairs.filter(({ is, was }) => is !== was);
}
