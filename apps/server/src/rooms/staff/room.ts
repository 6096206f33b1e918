import { sql } from "drizzle-orm";
import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { staffDemo } from "./demo.ts";
import { greetStaff } from "./first-owner.ts";
import { staffHandlers } from "./handlers.ts";
import { mailSignInLink, removeUnusedPhoto } from "./jobs.ts";
import { mailSignIn } from "./links.ts";
import { staffInvitation, staffNewDevice, staffReset, staffSignInLink, staffUsePasskey } from "./mails.ts";
import { readPhotoFile, removeIfUnused } from "./photos.ts";
import { tidyStaff } from "./queries.ts";
import { readStaff } from "./sessions.ts";

export const staff = defineRoom({
  name: "staff",
  handlers: staffHandlers,
  demo: staffDemo,
  mails: [staffInvitation, staffSignInLink, staffUsePasskey, staffReset, staffNewDevice],
  jobs: [
    handles(mailSignInLink, mailSignIn),
    handles(removeUnusedPhoto, (deps, { photo }) => removeIfUnused(deps, photo)),
  ],
  media: { folder: "staff", find: readPhotoFile, isImmutable: true },
  readStaff,
  greet: greetStaff,
  // The institute's own people: an owner closes their accounts, and the audit log goes on naming them.
  personal: [{ table: "staff", email: sql`email`, erase: "keep" }],
  tidy: ({ db, clock }) => tidyStaff(db, clock.now()),
});
