import { BlockList, isIP } from "node:net";
import type { Deps } from "../context.ts";

/** `mayBeLocal`: programs on this machine may be called too, so that it can be tried. */
type Where = { mayBeLocal: boolean };

/** Everybody is an owner in a demonstration: no visitor may knock at the doors inside. */
export function mayBeLocal({ isLocal, isDemo }: Pick<Deps, "isLocal" | "isDemo">): boolean {
  return isLocal && !isDemo;
}

/** The form of the address. Where a name leads is checked when it is connected to (`call.ts`): it may change at any time. */
export function isAllowedUrl(text: string, { mayBeLocal }: Where): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password) return false;
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (mayBeLocal && (host === "localhost" || isLoopback(host))) return ["http:", "https:"].includes(url.protocol);
  if (url.protocol !== "https:") return false;
  return isIP(host) ? isPublicAddress(host) : isPublicName(host);
}

export function isAllowedAddress(address: string, { mayBeLocal }: Where): boolean {
  return isPublicAddress(address) || (mayBeLocal && isLoopback(address));
}

function isPublicName(host: string): boolean {
  return host.includes(".") && !/\.(localhost|local|internal|arpa|test|invalid|onion)$/.test(host);
}

export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !reserved.check(address);
  if (version !== 6 || address.includes("%")) return false;
  // Leaves out unique local and link-local addresses, and IPv4 addresses that are written as IPv6.
  return global.check(address, "ipv6") && !reserved.check(address, "ipv6");
}

function isLoopback(address: string): boolean {
  return address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
}

/** The part of IPv6 that is given out. */
const global = new BlockList();
global.addSubnet("2000::", 3, "ipv6");

/** What the registries of special addresses (RFC 6890) list as not reachable by everybody. */
const reserved = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  reserved.addSubnet(net, bits, "ipv4");
// Special purposes, documentation, and two ways to write an IPv4 address: Teredo and 6to4.
for (const [net, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  reserved.addSubnet(net, bits, "ipv6");
