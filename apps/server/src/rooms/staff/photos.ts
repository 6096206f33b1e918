import { randomUUID } from "node:crypto";
import type { StaffMe } from "@shoreline/contract";
import { eq } from "drizzle-orm";
import type { Deps, StaffCtx } from "../../context.ts";
import { staff } from "../../db/tables/staff.ts";
import { enqueue } from "../../jobs/queue.ts";
import type { StoredFile } from "../../ports.ts";
import { drawPicture, queued } from "../account/draw-picture.ts";
import { change } from "./devices.ts";
import { removeUnusedPhoto } from "./jobs.ts";
import { updateStaff } from "./queries.ts";
import { toMe } from "./sessions.ts";

const hour = 3_600_000;

/** The files come before the row. A job removes them later if a crash or an ended session keeps the row from naming them. */
export async function changePhoto(ctx: StaffCtx, { picture }: { picture: string }): Promise<StaffMe> {
  const { db, files, clock } = ctx;
  const { large, small } = await queued(() => drawPicture(Buffer.from(picture, "base64")));
  const photo = `staff/${randomUUID()}.webp`;
  await enqueue(db, removeUnusedPhoto, { photo }, { runAt: new Date(clock.now().getTime() + hour) });
  await files.put(photo, { bytes: large, type: "image/webp" });
  await files.put(smallOf(photo), { bytes: small, type: "image/webp" });
  return setPhoto(ctx, { photo, action: "Changed the own photo" });
}

export async function removePhoto(ctx: StaffCtx): Promise<StaffMe> {
  return ctx.staff.photo ? setPhoto(ctx, { photo: null, action: "Removed the own photo" }) : toMe(ctx, ctx.staff);
}

async function setPhoto(ctx: StaffCtx, { photo, action }: { photo: string | null; action: string }): Promise<StaffMe> {
  await change(ctx, async (tx, person) => {
    await updateStaff(tx, { id: person.id, photo });
    if (person.photo) await enqueue(tx, removeUnusedPhoto, { photo: person.photo });
    return { action };
  });
  return toMe(ctx, { ...ctx.staff, photo });
}

/** Two may have changed the photo at the same time: what is shown stays. */
export async function removeIfUnused({ db, files }: Pick<Deps, "db" | "files">, photo: string): Promise<void> {
  if ((await db.$count(staff, eq(staff.photo, photo))) > 0) return;
  for (const key of [photo, smallOf(photo)]) await files.remove(key);
}

const names = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(-small)?\.webp$/;

/** Serves the photos below /media/staff/. */
export async function readPhotoFile({ files }: Deps, name: string): Promise<StoredFile | null> {
  return names.test(name) ? files.read(`staff/${name}`) : null;
}

function smallOf(photo: string): string {
  return photo.replace(/\.webp$/, "-small.webp");
}
