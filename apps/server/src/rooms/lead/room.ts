import { defineRoom } from "../../room.ts";
import { leadHandlers } from "./handlers.ts";
import { downloadNotice, enquiryNotice, enquiryReceived, subscribed, subscriptionNotice } from "./mails.ts";
import { eraseEndedSubscriptions, eraseEnquiries } from "./queries.ts";

export const lead = defineRoom({
  name: "lead",
  handlers: leadHandlers,
  mails: [subscribed, enquiryReceived, subscriptionNotice, enquiryNotice, downloadNotice],
  retention: [
    { period: "enquiries", erase: eraseEnquiries },
    { period: "endedSubscriptions", erase: eraseEndedSubscriptions },
  ],
});
