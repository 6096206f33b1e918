import type { Checked } from "./credential.ts";
import { standingOf } from "./keys.ts";
import type { Change, Container, Finding, Note, TrustedKey, TrustedKeys } from "./types.ts";

export function plainFinding(kind: "damaged" | "empty", container: Container): Finding {
  return {
    kind,
    container,
    facts: null,
    changes: [],
    notes: [],
    by: null,
    fingerprint: null,
    signedAt: null,
    inside: [],
  };
}

/** What a credential tells by itself. */
export function findingOf(checked: Checked, container: Container, trusted: TrustedKeys): Finding {
  const { state, facts, by, key, signedAt } = checked;
  if (state === "damaged" || state === "empty") return plainFinding(state, container);
  const isGenuine = state === "intact";
  return {
    kind: isGenuine ? "genuine" : state,
    container,
    facts,
    changes: state === "changed" ? [changeOf(checked)] : [],
    notes: isGenuine ? notesOf(checked, trusted) : [],
    by: state === "foreign" ? by : null,
    fingerprint: key?.fingerprint ?? null,
    signedAt,
    inside: [],
  };
}

/** A finding about the file around an intact credential. */
export function withChanges(finding: Finding, changes: Change[]): Finding {
  if (changes.length === 0) return finding;
  return { ...finding, kind: "changed", changes: [...finding.changes, ...changes], notes: [] };
}

/** The key that signed the page or the picture; the credential inside may have another. */
export function withOuterKey(finding: Finding, key: TrustedKey, signedAt: string | null): Finding {
  const standing = standingOf(key, signedAt);
  if (finding.kind !== "genuine" || standing === "good") return finding;
  if (standing === "distrusted") return { ...finding, kind: "distrusted", notes: [] };
  const from = key.distrustedFrom as string;
  const isNoted = finding.notes.some((note) => note.kind === "distrusted-key" && note.from === from);
  return isNoted ? finding : { ...finding, notes: [{ kind: "distrusted-key", from }, ...finding.notes] };
}

/** Bytes after the end: white space changes nothing, all else is named. */
export function withBehind(finding: Finding, behind: Uint8Array): Finding {
  if (behind.length === 0) return finding;
  const isWhite = behind.every((byte) => byte === 0 || byte === 9 || byte === 10 || byte === 13 || byte === 32);
  if (!isWhite) return withChanges(finding, [{ part: "appended", bytes: behind.length }]);
  return { ...finding, notes: [...finding.notes, { kind: "white-space", bytes: behind.length }] };
}

function changeOf({ isProofMissing }: Checked): Change {
  return { part: isProofMissing ? "proof" : "credential" };
}

function notesOf({ key, signedAt, by }: Checked, trusted: TrustedKeys): Note[] {
  const notes: Note[] = [];
  if (key?.distrustedFrom && standingOf(key, signedAt) === "before")
    notes.push({ kind: "distrusted-key", from: key.distrustedFrom });
  if (trusted.isDemonstration) notes.push({ kind: "demonstration" });
  if (by.id !== trusted.issuer) notes.push({ kind: "other-address", issuer: by.id });
  return notes;
}
