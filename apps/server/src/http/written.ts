import type { Context } from "hono";
import { type Position, positionSeconds, type Since, toPosition } from "../db/replica.ts";
import type { AppEnv } from "./env.ts";

const cookie = /(?:^|;\s*)written=([^;]*)/;

/** What the browser's last write was; null when it wrote nothing lately, `unknown` when the cookie is none of ours. */
export function readWritten(c: Context<AppEnv>): Since {
  const given = cookie.exec(c.req.header("cookie") ?? "")?.[1];
  return given === undefined ? null : (toPosition(given) ?? "unknown");
}

/** Says up to where a replica must have replayed before it may answer this browser. */
export function writtenCookie(position: Position | "unknown", publicUrl: string): string {
  const secure = publicUrl.startsWith("https:") ? "; Secure" : "";
  return `written=${position}; Path=/api; Max-Age=${positionSeconds}; HttpOnly; SameSite=Lax${secure}`;
}
