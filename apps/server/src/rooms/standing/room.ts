import { handles } from "../../jobs/job.ts";
import { defineRoom } from "../../room.ts";
import { standingDemo } from "./demo.ts";
import { standingHandlers } from "./handlers.ts";
import { messageLearner } from "./jobs.ts";
import { learnerLetter } from "./mails.ts";
import { deliverMessage } from "./message.ts";

export const standing = defineRoom({
  name: "standing",
  handlers: standingHandlers,
  mails: [learnerLetter],
  demo: standingDemo,
  jobs: [handles(messageLearner, deliverMessage)],
});
