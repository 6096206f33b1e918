import { coursePath, offlinePath } from "@shoreline/domain/course";
import { testPath, topicsPath } from "@shoreline/domain/quiz-paths";
import { load } from "../../lib/load.ts";
import { type Parts, partsOf } from "../../lib/parts.ts";
import type { Route } from "./+types/sitemap";

const pages: Record<string, keyof Parts | null> = {
  "/": null,
  "/aboutus": "about",
  "/services": "services",
  "/onlinecourses": "courses",
  "/offlinecourses": "offline",
  "/contactus": null,
  "/career": "career",
  "/mcq": "tests",
  "/verify/e_certificate": null,
  "/webinarview": "webinars",
  "/terms-conditions": null,
  "/privacy-policy": null,
};

/** Every public page that is worth finding. */
export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [site, courses, offline, collections, webinars] = await Promise.all([
      client.site.read({}),
      client.course.list({}),
      client.course.offline({}),
      client.quiz.list({}),
      client.webinar.list({}),
    ]);
    const { institute, publicUrl } = site;
    const parts = partsOf(site);
    const tests = collections.map(async ({ _id: collectionId }) => {
      const topics = await client.quiz.topics({ collectionId });
      return [topicsPath(collectionId), ...topics.map(({ topic }) => testPath({ collectionId, topic }))];
    });
    const paths = [
      ...Object.entries(pages).flatMap(([path, part]) => (part === null || parts[part] ? path : [])),
      ...courses.map((course) => coursePath(course, { suffix: institute.courseUrlSuffix })),
      ...offline.map(({ courseId }) => offlinePath(courseId)),
      ...webinars.map(({ _id }) => `/webinar/${encodeURIComponent(_id)}`),
      ...(await Promise.all(tests)).flat(),
    ];
    const entries = paths.map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>`);
    const body = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("\n")}\n</urlset>\n`;
    return new Response(body, { headers: { "content-type": "application/xml; charset=utf-8" } });
  });
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
