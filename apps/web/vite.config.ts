import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

const frame = [
  "packages/contract/src/(client|routes)",
  "packages/domain/src/(text|countdown)",
  "app/(root|lib/(api|countdown|format|patience|problem|seo)|ui/(button|field|horizon|icon|message|problem-page|section|teaser))",
  "app/site/(layout|header|footer|flash|links|pending|rail|reveal|subscribe)",
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
  // Before the frame, which would draw in all that its modules import, whether it is used or not.
  { name: "webinar", test: /packages\/contract\/src\/webinar-routes/ },
  { name: "react", test: new RegExp(`node_modules/(?!(${forLearners.join("|")})/)`) },
  { name: "frame", test: new RegExp(frame.join("|")) },
  { name: "tests", test: new RegExp(ofTests) },
  // Else they would come along with the frame, which names them and carries only its own.
  { name: "learner-calls", test: /contract\/src\/learner-routes/, priority: 1 },
  { name: "test-calls", test: /contract\/src\/quiz-routes/, priority: 1 },
  { name: "sections", test: /ui\/(fold|split)/ },
  // With the styles of the parts whose scripts come later: the server has drawn them already.
  {
    name: "webinars",
    test: /domain\/src\/webinar\.ts|rooms\/webinar\/(times|live-dot|[^/]+\.module\.css)|ui\/countdown/,
  },
  { name: "certificates", test: /rooms\/certificate\/(ask|(?!own-card|progress)[^/]+\.module\.css)/ },
  { name: "classroom", test: /app\/portal\/[^/]+\.module\.css|ui\/(avatar|button-row|list-head|tile)/ },
  { name: "code-input", test: /ui\/code-input|rooms\/account\/(edit-profile|own-data)\.module\.css/ },
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), reactRouter()],
  build: {
    // Inlined files would be paid for by every page and need `data:` in the policy for fonts.
    assetsInlineLimit: 0,
    // What a part that comes later stands on is on the page already: lists of it would only weigh.
    modulePreload: false,
    rolldownOptions: isSsrBuild ? {} : { output: { advancedChunks: { groups } } },
  },
}));
