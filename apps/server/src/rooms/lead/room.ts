import { defineRoom } from "../../room.ts";
import { leadHandlers } from "./handlers.ts";
import {
  batchOpens,
  downloadNotice,
  enquiryNotice,
  enquiryReceived,
  subscribed,
  subscriptionNotice,
  wishNotice,
  wishReceived,
} from "./mails.ts";
import { eraseEndedSubscriptions, eraseEnquiries } from "./queries.ts";

export const lead = defineRoom({
  name: "lead",
  handlers: leadHandlers,
  mails: [
    subscribed,
    enquiryReceived,
    wishReceived,
    batchOpens,
    subscriptionNotice,
    enquiryNotice,
    wishNotice,
    downloadNotice,
  ],
  retention: [
    { period: "enquiries", erase: eraseEnquiries },
    { period: "endedSubscriptions", erase: eraseEndedSubscriptions },
  ],
});
