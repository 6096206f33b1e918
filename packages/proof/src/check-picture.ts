import { checkInside } from "./check-text.ts";
import { findingOf, plainFinding, withBehind, withChanges, withOuterKey } from "./finding.ts";
import type { PictureParts } from "./picture.ts";
import { checkSeal } from "./seal.ts";
import type { Finding, TrustedKeys } from "./types.ts";

/** A PNG or SVG: the credential in it, then the seal over all of it. */
export async function checkPicture(
  bytes: Uint8Array,
  parts: PictureParts,
  container: "png" | "svg",
  trusted: TrustedKeys,
): Promise<Finding> {
  if (parts.broken) return plainFinding("damaged", container);
  if (parts.credential === null) return checkWithout(bytes, parts, container, trusted);
  const finding = findingOf(await checkInside(parts.credential, trusted), container, trusted);
  if (finding.kind !== "genuine") return finding;
  const seal = await checkSeal(bytes, parts, trusted);
  if (seal.state !== "intact") return withChanges(finding, [{ part: "picture", why: seal.state }]);
  return withBehind(withOuterKey(finding, seal.key, finding.signedAt), seal.behind);
}

/** A seal of ours without a credential: the credential was taken out. */
async function checkWithout(
  bytes: Uint8Array,
  parts: PictureParts,
  container: "png" | "svg",
  trusted: TrustedKeys,
): Promise<Finding> {
  const finding = plainFinding("empty", container);
  const { state } = await checkSeal(bytes, parts, trusted);
  return state === "changed" ? withChanges(finding, [{ part: "picture", why: "changed" }]) : finding;
}
