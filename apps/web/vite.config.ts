import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { nameClasses, styleModules } from "./vite-styles.ts";

const frame = [
  "packages/contract/src/(client|routes)",
  "packages/domain/src/(text|countdown)",
  "app/(root|lib/(api|server-clock|format|problem|retry|seo))",
  "app/ui/(button|cover-link|crumbs|drawer|field|horizon|icon|icon-button|message|more|part|problem-page)\\.",
  "app/ui/(section|skeleton|tag|teaser|top-bar|use-dismiss)\\.",
  // All styles of `ui/` but those of the portal: also of parts whose scripts come with a page, or later.
  "app/ui/(?!avatar|button-row|chips-field|code-input|countdown|list-head|tile)[^/]+\\.module\\.css",
  "app/rooms/(site/chatbot|lead/(enquiry-form|download-dialog)|webinar/webinar-alert)\\.module\\.css",
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
  "app/rooms/quiz/(attempt|code-block|question-frame|server-script|tables|text-button|(?!collections)[^/]+\\.module\\.css)";
// What every page loads, in two files: many small ones pack worse and are asked for one after the other.
const groups = [
  { name: "react", test: new RegExp(`node_modules/(?!(${forLearners.join("|")})/)`) },
  { name: "frame", test: new RegExp(frame.join("|")) },
  { name: "tests", test: new RegExp(ofTests) },
  { name: "sections", test: /ui\/(fold|split|syllabus)\./ },
  // With the styles of the parts whose scripts come later: the server has drawn them already.
  {
    name: "webinars",
    test: /domain\/src\/webinar\.ts|rooms\/webinar\/(times|live-dot|[^/]+\.module\.css)|ui\/countdown/,
  },
  { name: "certificates", test: /rooms\/certificate\/(ask|(?!own-card|progress)[^/]+\.module\.css)/ },
  { name: "classroom", test: /app\/portal\/[^/]+\.module\.css|ui\/(avatar|button-row|list-head|tile)/ },
  { name: "code-input", test: /ui\/code-input|rooms\/account\/(edit-form|own-data)\.module\.css/ },
];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), reactRouter(), styleModules()],
  build: {
    // Inlined files would be paid for by every page and need `data:` in the policy for fonts.
    assetsInlineLimit: 0,
    // What a part that comes later stands on is on the page already: lists of it would only weigh.
    modulePreload: false,
    rolldownOptions: isSsrBuild
      ? {}
      : { output: { advancedChunks: { groups } }, optimization: { inlineConst: { mode: "all", pass: 1 } } },
  },
  ...(command === "build" ? { css: { modules: { generateScopedName: nameClasses() } } } : {}),
}));
