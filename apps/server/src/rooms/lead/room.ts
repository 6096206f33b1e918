import { defineRoom } from "../../room.ts";
import { leadHandlers } from "./handlers.ts";
import { eraseEndedSubscriptions, eraseEnquiries } from "./queries.ts";

export const lead = defineRoom({
  name: "lead",
  handlers: leadHandlers,
  retention: [
    { period: "enquiries", erase: eraseEnquiries },
    { period: "endedSubscriptions", erase: eraseEndedSubscriptions },
  ],
});
