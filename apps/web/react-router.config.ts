import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // Every route is known at the first load: asking the server which ones there are costs a round trip per page.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
