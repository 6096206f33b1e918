import type { OfflineCourse } from "@shoreline/contract";
import { offlinePath } from "@shoreline/domain/course";
import { lazy, Suspense, useState } from "react";
import { load } from "../../lib/load.ts";
import { refuseMissing } from "../../lib/parts.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { Button } from "../../ui/button.tsx";
import { CoverLink } from "../../ui/cover-link.tsx";
import { NeedsScript } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageHead } from "../../ui/section.tsx";
import { foot } from "../../ui/teaser.module.css";
import { toast } from "../../ui/toast.module.css";
import type { Route } from "./+types/offline-courses";
import { DialogFailed } from "./dialog-failed.tsx";

// When the script cannot be loaded, offline or after a new version, a message replaces the dialog.
const DownloadDialog = lazy(() => import("./download-dialog.tsx").catch(() => ({ default: DialogFailed })));

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export function loader({ context }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [courses, site] = await Promise.all([client.course.offline({}), client.site.read({})]);
    refuseMissing(site.offers.offlineCourses);
    const { city, phone } = site.institute;
    const at = siteInfo(site);
    const meta = describePage({
      title: "Offline Courses",
      description:
        "Courses in our own classrooms and labs, with a mentor beside you. Download the syllabus of each as a PDF.",
      path: "/offlinecourses",
      card: "page/offlinecourses",
      at,
    });
    const cards = courses.map((course) => ({ ...course, path: offlinePath(course.courseId) }));
    return { meta, courses: cards, city, phone };
  });
}

export default function OfflineCourses({ loaderData: { courses, city, phone } }: Route.ComponentProps) {
  const [wanted, setWanted] = useState<OfflineCourse | null>(null);
  return (
    <>
      <PageHead
        title="Offline Courses"
        lead={`In our classrooms and labs in ${city}: a computer of your own and a mentor beside you.`}
      />
      <div className="wrap grid gap-8 pb-12">
        <NeedsScript />
        {courses.length === 0 ? <p>No offline courses are planned at the moment. Please check again soon.</p> : null}
        <ul className="grid gap-x-6 gap-y-12 md:grid-cols-2 lg:grid-cols-3">
          {courses.map((course) => (
            <li key={course._id} className="relative flex flex-col">
              <img
                src={course.courseImage}
                alt=""
                width="320"
                height="240"
                loading="lazy"
                className="w-full rounded-small"
              />
              <h2 className="mt-4 text-heading">
                <CoverLink to={course.path}>{course.courseName} Courses</CoverLink>
              </h2>
              <p className="mt-2 mb-4 text-s text-ink-2">{course.description}</p>
              <p className={foot}>
                {course.duration} HRS, {course.sections} {course.sections === 1 ? "section" : "sections"}
              </p>
              <div className="relative mt-3 self-start">
                <Button
                  look="line"
                  aria-haspopup="dialog"
                  aria-label={`Download Pdf, ${course.courseName}`}
                  onClick={() => setWanted(course)}
                >
                  <Icon name="download" /> Download Pdf
                </Button>
              </div>
            </li>
          ))}
        </ul>
      </div>
      <Suspense fallback={<p className={toast}>Opening…</p>}>
        {wanted ? <DownloadDialog course={wanted} phone={phone} onClose={() => setWanted(null)} /> : null}
      </Suspense>
    </>
  );
}
