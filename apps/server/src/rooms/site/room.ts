import { block, institute, news } from "../../db/tables/site.ts";
import { defineRoom } from "../../room.ts";
import { siteContent } from "./content.ts";
import { flagsFolder } from "./countries.ts";
import { siteHandlers } from "./handlers.ts";

export const site = defineRoom({
  name: "site",
  handlers: siteHandlers,
  content: siteContent,
  folders: { "/flags": flagsFolder },
  publicTables: [institute, block, news],
});
