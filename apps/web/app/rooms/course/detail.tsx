import type { Course } from "@shoreline/contract";
import { coursePath } from "@shoreline/domain/course";
import { load } from "../../lib/api.ts";
import { formatRupees } from "../../lib/format.ts";
import { describePage, type Whereabouts, whereabouts } from "../../lib/seo.ts";
import type { Route } from "./+types/detail";

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? describePage({
        title: loaderData.course.courseName,
        description: loaderData.course.description,
        path: loaderData.path,
        picture: `course-${loaderData.course.courseId}`,
        at: loaderData.at,
        data: [asCourse(loaderData)],
      })
    : [];

export function loader({ context, params }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [course, site] = await Promise.all([client.course.read(params), client.site.read({})]);
    return { course, path: coursePath(course, { suffix: site.institute.courseUrlSuffix }), at: whereabouts(site) };
  });
}

export default function CourseDetail({ loaderData: { course } }: Route.ComponentProps) {
  return (
    <article className="wrap grid gap-8 py-12">
      <header className="grid items-center gap-8 lg:grid-cols-[7fr_5fr]">
        <img src={course.courseImage} alt="" width="320" height="240" className="w-full rounded-medium" />
        <div className="grid gap-4 lg:order-first">
          <h1 className="text-3xl">{course.courseName}</h1>
          <p className="max-w-prose text-l text-ink-2">{course.description}</p>
          <p className="flex gap-6 text-l">
            <span>{course.duration} HRS</span>
            <b className="font-head">{formatRupees(course.price)}</b>
          </p>
        </div>
      </header>
      <section>
        <h2 className="text-2xl">Table of contents</h2>
        {course.syllabus.map((section) => (
          <details key={section.title} name="syllabus" className="border-b border-rule">
            <summary className="min-h-12 py-3 font-head text-l">{section.title}</summary>
            <ul className="list-disc pb-4 pl-6">
              {section.topics.map((topic) => (
                <li key={topic}>{topic}</li>
              ))}
            </ul>
          </details>
        ))}
      </section>
    </article>
  );
}

function asCourse({ course, at }: { course: Course; at: Whereabouts }): Record<string, unknown> {
  return {
    "@type": "Course",
    name: course.courseName,
    description: course.description,
    provider: { "@type": "EducationalOrganization", name: at.name, url: at.publicUrl },
    offers: { "@type": "Offer", category: "Paid", price: course.price, priceCurrency: "INR" },
    hasCourseInstance: { "@type": "CourseInstance", courseMode: "Online", courseWorkload: `PT${course.duration}H` },
  };
}
