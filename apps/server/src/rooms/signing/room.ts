import { signingKey } from "../../db/tables/signing.ts";
import { pdfSignerWarning } from "../../pdf-signer-end.ts";
import { defineRoom } from "../../room.ts";
import { signingHandlers } from "./handlers.ts";
import { prepareKeys } from "./prepare.ts";

export const signing = defineRoom({
  name: "signing",
  handlers: signingHandlers,
  prepare: prepareKeys,
  publicTables: [signingKey],
  async tidy({ pdfSigner, clock, log }) {
    const warning = pdfSignerWarning(pdfSigner, clock.now());
    if (warning) log.warn(warning);
  },
});
