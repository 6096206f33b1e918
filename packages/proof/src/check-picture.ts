import { checkInside } from "./credential.ts";
import { findingOf, plainFinding, withBehind, withChanges, withOuterKey } from "./finding.ts";
import type { PictureParts } from "./picture.ts";
import { readPng } from "./png.ts";
import { checkSeal } from "./seal.ts";
import { readSvg } from "./svg.ts";
import type { Finding, TrustedKeys } from "./types.ts";

export function checkPng(bytes: Uint8Array, trusted: TrustedKeys): Promise<Finding> {
  return checkPicture(bytes, readPng(bytes), "png", trusted);
}

export function checkSvg(bytes: Uint8Array, trusted: TrustedKeys): Promise<Finding> {
  return checkPicture(bytes, readSvg(bytes), "svg", trusted);
}

/** The credential in it, then the seal over all of it. */
async function checkPicture(
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
