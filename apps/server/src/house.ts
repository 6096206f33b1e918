import type { Api } from "@shoreline/contract";
import { lt, sql } from "drizzle-orm";
import { freshenDemo } from "./content/demo.ts";
import type { Deps, Seller } from "./context.ts";
import type { Db } from "./db/connect.ts";
import { eraseWhere } from "./db/erase-where.ts";
import { outbox, rateLimit } from "./db/tables/house.ts";
import type { AllHandlers } from "./http/mount.ts";
import { forgetDone } from "./jobs/done.ts";
import { type CronLine, defineJob, handles, type JobHandler } from "./jobs/job.ts";
import { type Attach, deliverMail, deliverWritten, sendMail, sendWritten } from "./mail.ts";
import { eraseOverdue, readRetention } from "./person/retention.ts";
import type { RoomExtras } from "./room.ts";
import { rooms } from "./rooms.ts";
import { tryAll } from "./steps.ts";

/** Collects what the rooms bring. Nothing here knows a room by name. */
const all: ({ name: string } & RoomExtras)[] = rooms;

export const handlers = Object.fromEntries(rooms.map((room) => [room.name, room.handlers])) as unknown as AllHandlers;

type Missing = Exclude<keyof Api, (typeof rooms)[number]["name"]>;
true satisfies [Missing] extends [never] ? true : false;

/** In the order of the rooms: a kind refers only to earlier ones. */
export const contentKinds = all.flatMap(({ content }) => content ?? []);

export const recordChecks = all.flatMap(({ records }) => records ?? []);

export const demoMakers = all.flatMap(({ name, demo }) => (demo ? [{ name, demo }] : []));

export const offers = Object.assign({}, ...all.map((room) => room.offers)) as Deps["offers"];

export async function listWithdrawn(db: Db): Promise<string[]> {
  return (await Promise.all(all.map((room) => room.listWithdrawn?.(db) ?? []))).flat();
}

export const linkCourses: Deps["linkCourses"] = async (deps) =>
  new Map((await Promise.all(all.map(async (room) => [...((await room.linkCourses?.(deps)) ?? [])]))).flat());

export const askTrainer = onlyOne("stores questions", (room) => room.askTrainer);
export const findHold = onlyOne("knows what is overdue", (room) => room.findHold);

export const classMeetings = onlyOne("holds the meetings of classes", (room) => room.classMeetings);

export const sellers: Seller[] = all.flatMap(({ sells }) => sells ?? []);

export const media = all.flatMap((room) => room.media ?? []);

export const films = all.flatMap((room) => room.films ?? []);

export const drawings = all.flatMap((room) => room.drawings ?? []);

export const folders: [address: string, root: string][] = all.flatMap((room) => Object.entries(room.folders ?? {}));

export const publicTables = all.flatMap((room) => room.publicTables ?? []);

export const readSession = onlyOne("reads sessions", (room) => room.readSession);

export const readStaff = onlyOne("knows the staff", (room) => room.readStaff);
export const readKey = onlyOne("knows the keys", (room) => room.readKey);

export const uploads = onlyOne("takes uploads", (room) => room.uploads);
export const largeUploads = onlyOne("takes large uploads", (room) => room.largeUploads);
export const openFile = onlyOne("opens files of lessons", (room) => room.openFile);
export const fileUses = all.flatMap((room) => room.fileUses ?? []);

function onlyOne<Part>(does: string, pick: (room: RoomExtras) => Part | undefined): Part {
  const [found, ...others] = all.flatMap((room) => pick(room) ?? []);
  if (!found || others.length > 0) throw new Error(`Exactly one room ${does}.`);
  return found;
}

export const prepareRooms: NonNullable<RoomExtras["prepare"]> = async (parts) => {
  for (const room of all) await room.prepare?.(parts);
};

export async function greet(deps: Deps): Promise<string[]> {
  return (await Promise.all(all.map((room) => room.greet?.(deps) ?? []))).flat();
}

export async function warmRooms(deps: Deps): Promise<void> {
  for (const room of all) await room.warm?.(deps);
}

export const personal = all.flatMap((room) => room.personal ?? []);

export const retentionRules = all.flatMap((room) => room.retention ?? []);

export const mails = all.flatMap((room) => room.mails ?? []);

const attachers: Record<string, Attach> = Object.assign({}, ...all.map((room) => room.attachments));
export const readMailLogo = onlyOne("draws the logo of mails", (room) => room.readMailLogo);
const mailSetup = { kinds: mails, attachers, readLogo: readMailLogo };

export const tidyHouse = defineJob("house.tidy", {});
const freshenContent = defineJob("demo.freshen", {});
const eraseOldData = defineJob("house.erase-overdue", {});
const backupHouse = defineJob("house.backup", {});

export const jobs: JobHandler[] = [
  ...all.flatMap((room) => room.jobs ?? []),
  handles(sendMail, (ctx, mail) => deliverMail(ctx, mail, mailSetup)),
  handles(sendWritten, (ctx, mail) => deliverWritten(ctx, mail, mailSetup)),
  handles(tidyHouse, tidy),
  handles(eraseOldData, async ({ db, clock }) => {
    await eraseOverdue(db, { rules: retentionRules, periods: await readRetention(db), now: clock.now() });
  }),
  handles(backupHouse, ({ backUp }) => backUp()),
  handles(freshenContent, async ({ db, clock, files }) => {
    await freshenDemo({ db, files, now: clock.now(), kinds: contentKinds, makers: demoMakers });
  }),
];

export const cron: CronLine[] = [
  ...all.flatMap((room) => room.cron ?? []),
  { job: tidyHouse, at: "17 * * * *" },
  // In India, half past two at night and a quarter past midnight.
  { job: eraseOldData, at: "0 21 * * *" },
  { job: freshenContent, at: "45 18 * * *" },
  // Looks whether one is due.
  { job: backupHouse, at: "*/10 * * * *", isAlone: true },
];

const outboxLength = 1000;

async function tidy(deps: Deps): Promise<void> {
  const { db, clock, files, uploads: store } = deps;
  const firstKept = sql`(select at from outbox order by at desc nulls last offset ${outboxLength - 1} limit 1)`;
  await tryAll([
    ...all.map((room) => async () => room.tidy?.(deps)),
    async () => void (await store.deleteExpired()),
    async () => files.tidy?.(),
    () => forgetDone(db, clock.now()),
    () => eraseWhere(db, rateLimit, lt(rateLimit.expire, clock.now().getTime())),
    () => eraseWhere(db, outbox, sql`${outbox.at} < ${firstKept}`),
  ]);
}
