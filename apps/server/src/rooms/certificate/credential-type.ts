import { parseAccept } from "hono/utils/accept";

const types = new Map([
  ["application/vc+jwt", "application/vc+jwt"],
  ["application/jwt", "application/vc+jwt"],
  ["application/vc", "application/vc"],
  ["application/json", "application/json"],
  ["application/*", "application/json"],
  ["*/*", "application/json"],
]);

/** In which form a credential is asked for; plain JSON unless another is preferred. */
export function credentialType(accept = ""): string {
  const isOpen = ({ type }: { type: string }) => Number(type.endsWith("/*"));
  const asked = parseAccept(accept).filter(({ q }) => q > 0);
  const ordered = asked.sort((one, other) => other.q - one.q || isOpen(one) - isOpen(other));
  return ordered.flatMap(({ type }) => types.get(type.toLowerCase()) ?? [])[0] ?? "application/json";
}
