import { sql } from "drizzle-orm";
import { handles } from "../../jobs/job.ts";
import type { PersonalPlace } from "../../person/who.ts";
import { defineRoom } from "../../room.ts";
import { accountDemo } from "./demo.ts";
import { accountHandlers } from "./handlers.ts";
import { removePictureFiles } from "./jobs.ts";
import { accountDeleted, addressChanged, codesRunningOut } from "./mails.ts";
import { findPicture, readPictureFile, readUploader, removePictures, storePicture, tidyPictures } from "./pictures.ts";
import { learnerCheck } from "./profile.ts";
import { tidyAccounts } from "./queries.ts";
import { readSession } from "./sessions.ts";

export const account = defineRoom({
  name: "account",
  handlers: accountHandlers,
  demo: accountDemo,
  records: [learnerCheck],
  mails: [addressChanged, accountDeleted, codesRunningOut],
  jobs: [handles(removePictureFiles, ({ files }, { id }) => removePictures(files, [id]))],
  readSession,
  uploads: { readUploader, store: storePicture, find: findPicture },
  media: { folder: "user", find: readPictureFile, isImmutable: true },
  personal: [
    { table: "learner", id: sql`id`, erase: "delete" },
    ...["one_time_code", "device_code", "known_device"].map(
      (table): PersonalPlace => ({ table, number: sql`number`, erase: "delete" }),
    ),
    { table: "guardian", learner: sql`learner_id`, number: sql`number`, erase: "delete" },
    // `tidyPictures` removes those that no learner uses, with their files.
    { table: "picture", number: sql`number`, erase: "keep" },
  ],
  async tidy(deps) {
    await tidyAccounts(deps.db, deps.clock.now());
    await tidyPictures(deps);
  },
});
