import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Inlined files would be paid for by every page and need `data:` in the policy for fonts.
  build: { assetsInlineLimit: 0 },
});
