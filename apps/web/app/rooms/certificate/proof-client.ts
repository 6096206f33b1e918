import { createClient } from "@shoreline/contract/client";
import { proofRoutes } from "@shoreline/contract/proof-routes";

/** Apart from the other calls: pages that check no file need not carry their addresses. */
export const proofClient = createClient((path, init) => fetch(path, init), {
  signing: proofRoutes.signing,
  certificate: { credential: "GET /certificate/{certificateId}/credential" },
});
