import { load } from "../../lib/load.ts";
import type { Route } from "./+types/did-document";

/** The public keys of the institute, where did:web says they are. Programs that check certificates run on pages of others too. */
export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const document = await client.signing.did({});
    return new Response(JSON.stringify(document), {
      headers: { "content-type": "application/did+json", "access-control-allow-origin": "*" },
    });
  });
}
