import { createClient } from "@shoreline/contract/client";
import { publicRoutes } from "@shoreline/contract/public-routes";
import { withFirstVisit } from "./first-visit.ts";

/** For calls from public pages in the browser. Loaders use `load.ts`, the portal `learner.ts`. */
export const browserClient = createClient((path, init) => fetch(path, withFirstVisit(init)), publicRoutes);
