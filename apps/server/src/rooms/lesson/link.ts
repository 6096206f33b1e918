import { createHmac, timingSafeEqual } from "node:crypto";
import { Refusal } from "@shoreline/contract";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { readServerSecret } from "../../db/server-secret.ts";
import type { Uploader as Person } from "../../room.ts";

const hourMs = 3_600_000;
/** Long enough for a recording that is paused for lunch; the page makes a new one. */
const lifetimeHours = 6;
const payloadBytes = 1 + 16 + 16 + 4;

export type { Person };

/**
 * The address at which this person, and nobody else for longer than some hours, opens a file. It ends on the hour, so that a page that is
 * loaded again has the same one, and the browser its bytes.
 */
export async function linkTo(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { fileId, name, who }: { fileId: string; name: string; who: Person },
): Promise<string> {
  const endsAt = (Math.ceil(clock.now().getTime() / hourMs) + lifetimeHours) * hourMs;
  const payload = Buffer.alloc(payloadBytes);
  payload.writeUInt8("staffId" in who ? 1 : 0, 0);
  toBytes(fileId).copy(payload, 1);
  toBytes("staffId" in who ? who.staffId : who.learnerId).copy(payload, 17);
  payload.writeUInt32BE(endsAt / 1000, 33);
  const token = Buffer.concat([payload, sign(await readKey(db), payload)]).toString("base64url");
  // For people who look at the address; the answer says the whole name.
  return `/lessons/${token}/${name.replace(/[^\w.-]+/g, "_").slice(-60)}`;
}

/** What a link says, if we made it and it has not ended. */
export async function readLink({ db, clock }: Pick<Deps, "db" | "clock">, token: string) {
  const bytes = Buffer.from(token, "base64url");
  const payload = bytes.subarray(0, payloadBytes);
  const proof = bytes.subarray(payloadBytes);
  const isOurs = bytes.length === payloadBytes + 32 && timingSafeEqual(proof, sign(await readKey(db), payload));
  // The same bytes in other letters would be another address of the same file.
  if (!isOurs || bytes.toString("base64url") !== token) throw new Refusal("NOT_FOUND");
  if (payload.readUInt32BE(33) * 1000 <= clock.now().getTime()) throw new Refusal("LINK_ENDED");
  const personId = toId(payload.subarray(17, 33));
  const who: Person = payload.readUInt8(0) === 1 ? { staffId: personId } : { learnerId: personId };
  return { fileId: toId(payload.subarray(1, 17)), who };
}

function sign(key: string, payload: Buffer): Buffer {
  return createHmac("sha256", key).update(payload).digest();
}

const keys = new WeakMap<Db, Promise<string>>();

/** Made at the first start that needs it, and the same for all processes. */
function readKey(db: Db): Promise<string> {
  const known = keys.get(db) ?? readServerSecret(db, "lesson-links");
  keys.set(db, known);
  known.catch(() => keys.delete(db));
  return known;
}

function toBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

function toId(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
