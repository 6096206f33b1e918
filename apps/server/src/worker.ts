import { desc, lt, notInArray } from "drizzle-orm";
import { freshenDemo } from "./content/demo.ts";
import { outbox, rateLimit } from "./db/tables/house.ts";
import type { JobHandlers } from "./jobs/queue.ts";
import { tidyPictures } from "./rooms/account/pictures.ts";
import { tidyAccounts } from "./rooms/account/queries.ts";
import { welcome } from "./rooms/notification/welcome.ts";
import { contents } from "./rooms.ts";

/** What each job does. */
export const jobHandlers: JobHandlers = {
  async "mail.send"({ mailer, jobId, publicUrl }, mail) {
    await mailer.send({ ...mail, messageId: `<job-${jobId}@${new URL(publicUrl).hostname}>` } as Parameters<
      typeof mailer.send
    >[0]);
  },
  async "learner.welcome"({ db, clock }, { learnerId }) {
    await db.transaction((tx) => welcome(tx, { learnerId, now: clock.now() }));
  },
  async "house.tidy"(ctx) {
    const { db, clock, uploads } = ctx;
    await tidyAccounts(db, clock.now());
    await tidyPictures(ctx);
    await uploads.deleteExpired();
    await db.delete(rateLimit).where(lt(rateLimit.expire, clock.now().getTime()));
    const kept = db.select({ id: outbox.id }).from(outbox).orderBy(desc(outbox.at)).limit(1000);
    await db.delete(outbox).where(notInArray(outbox.id, kept));
  },
  async "demo.freshen"({ db, clock, files }) {
    await freshenDemo({ db, files, now: clock.now(), rooms: contents });
  },
};
