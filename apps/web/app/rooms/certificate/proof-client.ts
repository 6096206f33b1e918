import { createClient } from "@shoreline/contract/client";

/** Written out here: the check of a file would otherwise load the whole table of routes. */
export const proofClient = createClient((path, init) => fetch(path, init), {
  signing: { list: "GET /keys" },
  certificate: { credential: "GET /certificate/{certificateId}/credential" },
});
