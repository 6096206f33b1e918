import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

const frame = [
  "packages/contract/src/(client|routes)",
  "packages/domain/src/(text|countdown)",
  "app/(root|lib/(api|server-clock|format|patience|problem|seo)|ui/(button|field|horizon|icon|message|problem-page|section|teaser|use-dismiss))",
  "app/(frame/(layout|header|footer|flash|links|pending|rail|reveal)|rooms/lead/subscribe)",
];
// What comes only with the portal, and what that brings along.
const forLearners = [
  "@tanstack",
  "tus-js-client",
  "buffer-from",
  "combine-errors",
  "custom-error-instance",
  "is-stream",
  "js-base64",
  "lodash[^/]*",
  "querystringify",
  "requires-port",
  "url-parse",
];
// What the pages of the practice tests share, in one as well. Styles follow the script of their group: one sheet for all parts.
const ofTests =
  "app/rooms/quiz/(attempt|code-block|crumbs|question-frame|server-script|tables|text-button|(?!collections)[^/]+\\.module\\.css)";
// What every page loads, in two files: many small ones pack worse and are asked for one after the other.
const groups = [
  { name: "react", test: new RegExp(`node_modules/(?!(${forLearners.join("|")})/)`) },
  { name: "frame", test: new RegExp(frame.join("|")) },
  { name: "tests", test: new RegExp(ofTests) },
  { name: "sections", test: /ui\/(fold|split)/ },
  // With the styles of the parts whose scripts come later: the server has drawn them already.
  {
    name: "webinars",
    test: /domain\/src\/webinar\.ts|rooms\/webinar\/(times|live-dot|[^/]+\.module\.css)|ui\/countdown/,
  },
  { name: "certificates", test: /rooms\/certificate\/(ask|(?!own-card|progress)[^/]+\.module\.css)/ },
  { name: "classroom", test: /app\/portal\/[^/]+\.module\.css|ui\/(avatar|button-row|list-head|tile)/ },
  { name: "code-input", test: /ui\/code-input|rooms\/account\/(edit-form|own-data)\.module\.css/ },
];

// What brings the style sheets of a part that comes later. Vite's own does more than we need, and every page would carry 0.7 KB of it.
const bringStyles: Plugin = {
  name: "bring-styles",
  enforce: "pre",
  load(id) {
    if (id !== "\0vite/preload-helper.js") return;
    return `
      const bring = (file) => new Promise((resolve, reject) => {
        const link = document.createElement("link");
        Object.assign(link, { rel: "stylesheet", href: "/" + file, onload: resolve, onerror: reject });
        document.head.append(link);
      });
      const isHere = (file) => document.querySelector('link[rel=stylesheet][href^="/' + file + '"]');
      export const __vitePreload = (load, files = []) =>
        Promise.all(files.map((file) => isHere(file) ?? bring(file))).then(load);
    `;
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [bringStyles, tailwindcss(), reactRouter()],
  build: {
    // Inlined files would be paid for by every page and need `data:` in the policy for fonts.
    assetsInlineLimit: 0,
    // What a part that comes later stands on is on the page already: lists of it would only weigh.
    modulePreload: false,
    rolldownOptions: isSsrBuild ? {} : { output: { advancedChunks: { groups } } },
  },
}));
