import { nodeScript } from "virtual:offline-check";
import { nodeProgram } from "@shoreline/proof/offline-page";
import { load } from "../../lib/load.ts";
import type { Route } from "./+types/verify-mjs";
import { savedCheck } from "./saved-check.ts";

/** The check as a program for plain Node. */
export async function loader({ context }: Route.LoaderArgs) {
  const trusted = await load(context, (client) => client.signing.list({}));
  const savedAt = new Date().toISOString();
  return savedCheck("verify.mjs", nodeProgram({ trusted, savedAt, script: nodeScript }));
}
