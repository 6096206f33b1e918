import { defineRoom } from "../../room.ts";
import { reportLeads } from "./leads.ts";

export const report = defineRoom({
  name: "report",
  handlers: { leads: reportLeads },
});
