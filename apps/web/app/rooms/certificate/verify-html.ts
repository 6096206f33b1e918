import { pageScript } from "virtual:offline-check";
import { offlinePage } from "@shoreline/proof/offline-page";
import { load } from "../../lib/load.ts";
import type { Route } from "./+types/verify-html";
import { savedCheck } from "./saved-check.ts";

/** The check as one HTML file to keep. */
export async function loader({ context }: Route.LoaderArgs) {
  const trusted = await load(context, (client) => client.signing.list({}));
  const savedAt = new Date().toISOString();
  return savedCheck("verify.html", await offlinePage({ trusted, savedAt, script: pageScript }));
}
