import { Refusal } from "@shoreline/contract";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { picture } from "../../db/tables/account.ts";
import type { StoredFile } from "../../ports.ts";
import { drawPicture, inLine } from "./draw-picture.ts";
import { pictureAddress } from "./profile.ts";
import { findTicket, forgetPictures, numberOf, ownsPicture } from "./queries.ts";
import { hashSecret } from "./secrets.ts";
import { readSession } from "./sessions.ts";

const dayInMs = 86_400_000;

/** Whose upload it is: a learner's with a session, or before registration that of whoever holds a ticket for the number. */
export async function readUploader(deps: Deps, authorization: string | undefined): Promise<string> {
  const [, scheme = "", secret = ""] = /^(bearer|ticket) (\S+)$/i.exec(authorization ?? "") ?? [];
  if (scheme.toLowerCase() === "ticket") {
    const proven = await findTicket(deps.db, { hash: hashSecret(secret), now: deps.clock.now() });
    if (!proven) throw new Refusal("DEAD_TICKET");
    return numberOf(proven);
  }
  const session = secret && secret !== "undefined" ? await readSession(deps, secret) : null;
  if (!session) throw new Refusal("NOT_SIGNED_IN");
  return numberOf(session.learner);
}

type Upload = { id: string; number: string; read(): Promise<Uint8Array> };

/**
 * The row comes first and the upload goes last: cut off anywhere between, either the next request does it all again or the
 * job removes what is there.
 */
export async function storePicture({ db, files, clock }: Deps, { id, number, read }: Upload): Promise<string> {
  const { large, small } = await inLine(async () => drawPicture(await read()));
  await addPictureOf(db, { id, number, now: clock.now() });
  const [largeKey, smallKey] = keysOf(id);
  await files.put(largeKey, { bytes: large, type: "image/webp" });
  await files.put(smallKey, { bytes: small, type: "image/webp" });
  return pictureAddress(id);
}

export async function findPicture({ db }: Deps, kept: { id: string; number: string }): Promise<string | null> {
  return (await ownsPicture(db, kept)) ? pictureAddress(kept.id) : null;
}

const names = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-small)?\.webp$/;

/** What the room serves below /media/user/: what we drew from an upload, never the original. */
export async function readPictureFile({ files }: Deps, name: string): Promise<StoredFile | null> {
  return names.test(name) ? files.read(`user/${name}`) : null;
}

/** Together: rows whose files could not be removed are there again for the next time. */
export async function tidyPictures({ db, files, clock }: Deps): Promise<void> {
  await db.transaction(async (tx) => {
    const gone = await forgetPictures(tx, { olderThan: new Date(clock.now().getTime() - dayInMs) });
    await removePictures(files, gone);
  });
}

export async function removePictures(files: Deps["files"], ids: string[]): Promise<void> {
  for (const key of ids.flatMap(keysOf)) await files.remove(key);
}

function keysOf(id: string): [large: string, small: string] {
  return [`user/${id}.webp`, `user/${id}-small.webp`];
}

async function addPictureOf(db: Db, { id, number, now }: { id: string; number: string; now: Date }): Promise<void> {
  await db.insert(picture).values({ id, number, uploadedAt: now }).onConflictDoNothing();
}
