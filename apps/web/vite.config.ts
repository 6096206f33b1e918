import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { offlineCheck } from "./vite-offline.ts";
import { nameClasses, styleModules } from "./vite-styles.ts";

const frame = [
  "packages/contract/src/(client|public-routes)",
  "packages/domain/src/(text|countdown)",
  "app/(root|lib/(api|defer-load|server-clock|server-script|format|problem|retry|seo))",
  "app/ui/(button|cover-link|crumbs|drawer|field|horizon|icon|icon-button|message|more|part|problem-page)\\.",
  "app/ui/(section|skeleton|tag|teaser|top-bar|use-dismiss)\\.",
  // All styles of `ui/` except those of the portal, even where the script loads later.
  "app/ui/(?!avatar|button-row|chips-field|code-input|countdown|list-head|snippet|tile|upload-list)[^/]+\\.module\\.css",
  "app/rooms/(site/chatbot|lead/(enquiry-form|download-dialog)|schedule/batch-offer|webinar/webinar-alert)\\.module\\.css",
  "app/frame/(layout|header|footer|flash|links|pending|rail|reveal)",
];
// The packages that every page loads. All others stay out: those of the portal and of the console.
const onEveryPage = ["react-router", "@remix-run/route-pattern", "cookie-es"];
// What the pages of the practice tests share. Styles follow the script of their group, so the parts have one sheet.
const ofTests =
  "app/rooms/quiz/(attempt|code-block|question-frame|tables|text-button|(?!collections)[^/]+\\.module\\.css)";
// Every page loads the first two files, and runs each in a task of its own (app/lib/wake.ts): together they would block a slow
// phone for too long. Many small files would compress worse and load one after another.
const groups = [
  { name: "react-dom", test: /rolldown.runtime|node_modules\/(react-dom|react|scheduler)\// },
  { name: "frame", test: new RegExp([`node_modules/(${onEveryPage.join("|")})/`, ...frame].join("|")) },
  { name: "tests", test: new RegExp(ofTests) },
  // The parts of a course page: as files of their own they would weigh more.
  { name: "sections", test: /ui\/(cover|fact|fold|outcomes|split|syllabus)\.|rooms\/course\/labels\./ },
  // Includes the styles of parts whose scripts load later: the server renders those parts.
  {
    name: "webinars",
    test: /domain\/src\/webinar\.ts|rooms\/webinar\/(times|live-dot|[^/]+\.module\.css)|ui\/countdown/,
  },
  {
    name: "certificates",
    test: /domain\/src\/certificate\.ts|rooms\/certificate\/(ask|found-certificate|(?!own-card|progress|verdict|check-file)[^/]+\.module\.css)/,
  },
  // What every kind of file needs: as files of their own they would be one more round trip.
  { name: "file-check", test: /rooms\/certificate\/file-check\.|proof\/src\/(answer|credential)\./ },
  // The portal and the console share it: in parts it would weigh more. Screens that change something bring the rest.
  { name: "queries", test: /node_modules\/@tanstack\/(?!.*\/(useMutation|mutationObserver)\.)/ },
  { name: "classroom", test: /app\/portal\/[^/]+\.module\.css|ui\/(avatar|button-row|list-head|tile)/ },
  // What almost every form with a mobile number has, and the drafts that a tab keeps.
  { name: "number-form", test: /lib\/(prefill|storage)\.|ui\/number-field\./ },
  // The pages before the portal load both.
  { name: "sign-in", test: /rooms\/account\/(pending|sign-in)\.ts/ },
  { name: "code-input", test: /ui\/code-input|rooms\/account\/(edit-form|proof-dialog)\.module\.css/ },
];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [tailwindcss(), reactRouter(), styleModules(), offlineCheck()],
  build: {
    // Every page would carry inlined files, and fonts would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    // The page has already loaded what a later part imports; preload lists would only add weight.
    modulePreload: false,
    rolldownOptions: isSsrBuild
      ? {}
      : { output: { advancedChunks: { groups } }, optimization: { inlineConst: { mode: "all", pass: 1 } } },
  },
  ...(command === "build" ? { css: { modules: { generateScopedName: nameClasses() } } } : {}),
}));
