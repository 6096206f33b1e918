import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // A visitor's first load does not carry the portal: the browser asks for the routes behind the links that it sees.
  routeDiscovery: { mode: "lazy" },
} satisfies Config;
