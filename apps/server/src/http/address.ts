import type { IncomingMessage } from "node:http";
import proxyaddr from "proxy-addr";

/** The visitor's address: the socket's, or the one that trusted proxies report. */
export function addressReader(trustProxy: string | undefined): (incoming: IncomingMessage) => string {
  const trust = trustOf(trustProxy);
  return (incoming) => limitKey(proxyaddr(incoming, trust));
}

/** Whether a proxy is ours, so that what it says about a visit can be believed. */
export function trustOf(setting: string | undefined): (address: string, hop: number) => boolean {
  if (!setting) return () => false;
  if (/^\d$/.test(setting)) return (_, hop) => hop < Number(setting);
  return proxyaddr.compile(setting.split(","));
}

/** A household gets a whole /64 of IPv6 addresses, so a limit per single address would stop nobody. */
export function limitKey(address: string): string {
  if (address.startsWith("::ffff:")) return address.slice(7);
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const zeros = address.includes("::") ? Array(Math.max(0, 8 - left.length - right.length)).fill("0") : [];
  return `${[...left, ...zeros, ...right].slice(0, 4).join(":")}::/64`;
}
