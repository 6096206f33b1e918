import { load } from "../../lib/load.ts";
import type { Route } from "./+types/security-txt";

const day = 86_400_000;

/** Where to report a weakness (RFC 9116). The standard wants an end within a year; content changes render it again. */
export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const { publicUrl, institute } = await client.site.read({});
    const lines = [
      `Contact: mailto:${institute.email}`,
      `Expires: ${new Date(Date.now() + 300 * day).toISOString().slice(0, 10)}T00:00:00Z`,
      "Preferred-Languages: en",
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      "",
    ];
    return new Response(lines.join("\n"), { headers: { "content-type": "text/plain; charset=utf-8" } });
  });
}
