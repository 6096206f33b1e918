import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

// What every page loads, in two files: many small ones pack worse and are asked for one after the other.
const groups = [
  { name: "react", test: /node_modules/ },
  {
    name: "frame",
    test: /(packages\/(contract|domain)\/src\/|apps\/web\/app\/(ui|lib|root|site\/(layout|header|footer|links|rail|reveal|subscribe)))/,
  },
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // Inlined files would be paid for by every page and need `data:` in the policy for fonts.
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild ? {} : { output: { advancedChunks: { groups } } },
  },
}));
