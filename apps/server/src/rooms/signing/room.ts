import { signingKey } from "../../db/tables/signing.ts";
import { defineRoom } from "../../room.ts";
import { signingHandlers } from "./handlers.ts";
import { prepareKeys } from "./prepare.ts";

export const signing = defineRoom({
  name: "signing",
  handlers: signingHandlers,
  prepare: prepareKeys,
  publicTables: [signingKey],
});
