import { createClient } from "@shoreline/contract/client";
import { placeRoutes } from "@shoreline/contract/place-routes";
import { askAsLearner } from "../../lib/learner.ts";

/** Apart from the other calls: pages without a place need not carry its addresses. */
export const { place: placeClient } = createClient(askAsLearner, placeRoutes);
