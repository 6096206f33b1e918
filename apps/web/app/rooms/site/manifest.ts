import { palette } from "@shoreline/domain/brand";
import { load } from "../../lib/load.ts";
import type { Route } from "./+types/manifest";

/** The web app manifest, for the home screen of a phone. */
export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const { institute } = await client.site.read({});
    const { light } = palette(institute.brand.colours);
    const manifest = {
      name: institute.name,
      short_name: institute.name.split(" ")[0],
      description: institute.tagline,
      start_url: "/",
      display: "standalone",
      background_color: light.paper,
      theme_color: light.deep,
      icons: [
        { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
        { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
        { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
      ],
    };
    return new Response(JSON.stringify(manifest), { headers: { "content-type": "application/manifest+json" } });
  });
}
