import { load } from "../../lib/load.ts";
import type { Route } from "./+types/robots";

/** Search engines must not index the portal, the console and personal pages. Learners look for the sign-in page, so that one is found. */
const hidden = [
  "/api/",
  "/dev/",
  "/dashboard",
  "/staff",
  "/loginotp",
  "/register/",
  "/unsubscribe/",
  "/webinar/user/",
  "/mcq/result/",
  "/pay/",
];

export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const { publicUrl } = await client.site.read({});
    const lines = [
      "User-agent: *",
      ...hidden.map((path) => `Disallow: ${path}`),
      "",
      `Sitemap: ${publicUrl}/sitemap.xml`,
      "",
    ];
    return new Response(lines.join("\n"), { headers: { "content-type": "text/plain; charset=utf-8" } });
  });
}
