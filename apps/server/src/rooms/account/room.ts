import { sql } from "drizzle-orm";
import { defineRoom } from "../../room.ts";
import { accountHandlers } from "./handlers.ts";
import { findPicture, readPictureFile, readUploader, storePicture, tidyPictures } from "./pictures.ts";
import { eraseNumber, tidyAccounts } from "./queries.ts";
import { readSession } from "./sessions.ts";

export const account = defineRoom({
  name: "account",
  handlers: accountHandlers,
  readSession,
  uploads: { readUploader, store: storePicture, find: findPicture },
  media: { folder: "user", find: readPictureFile, isImmutable: true },
  async erasePerson(db, { number }) {
    if (number) await eraseNumber(db, number(sql`number`));
  },
  async tidy(deps) {
    await tidyAccounts(deps.db, deps.clock.now());
    await tidyPictures(deps);
  },
});
