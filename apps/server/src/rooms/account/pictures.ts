import { Refusal } from "@shoreline/contract";
import type { Deps } from "../../context.ts";
import type { Db } from "../../db/connect.ts";
import { picture } from "../../db/tables/account.ts";
import { enqueueAll } from "../../jobs/queue.ts";
import type { StoredFile } from "../../ports.ts";
import { inSteps } from "../../steps.ts";
import { drawPicture, queued } from "./draw-picture.ts";
import { removePictureFiles } from "./jobs.ts";
import { pictureAddress } from "./profile.ts";
import { deleteUnusedPictures, findTicket, numberOf, ownsPicture } from "./queries.ts";
import { hashSecret } from "./secrets.ts";
import { readSession } from "./sessions.ts";

const dayInMs = 86_400_000;

/** The number of the uploader: a learner with a session, or before registration a visitor with a ticket. */
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
 * Adds the row before the files, and the caller removes the upload last. After a crash in between, either the next request
 * repeats the work or the hourly cleanup removes the picture.
 */
export async function storePicture({ db, files, clock }: Deps, { id, number, read }: Upload): Promise<string> {
  const { large, small } = await queued(async () => drawPicture(await read()));
  await addPictureOf(db, { id, number, now: clock.now() });
  const [largeKey, smallKey] = keysOf(id);
  await files.put(largeKey, { bytes: large, type: "image/webp" });
  await files.put(smallKey, { bytes: small, type: "image/webp" });
  return pictureAddress(id);
}

export async function findPicture({ db }: Deps, upload: { id: string; number: string }): Promise<string | null> {
  return (await ownsPicture(db, upload)) ? pictureAddress(upload.id) : null;
}

const names = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-small)?\.webp$/;

/** Serves the pictures below /media/user/. They are drawn from uploads and never the original files. */
export async function readPictureFile({ files }: Deps, name: string): Promise<StoredFile | null> {
  return names.test(name) ? files.read(`user/${name}`) : null;
}

/** The files of each picture go in a job of their own: one that cannot be removed is tried again alone. */
export async function tidyPictures({ db, clock }: Deps): Promise<void> {
  const olderThan = new Date(clock.now().getTime() - dayInMs);
  await inSteps(() =>
    db.transaction(async (tx) => {
      const unused = await deleteUnusedPictures(tx, { olderThan });
      await enqueueAll(tx, removePictureFiles, unused);
      return unused;
    }),
  );
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
