import type { CoursePage } from "@shoreline/contract";
import { coursePath } from "@shoreline/domain/course";
import { Link, redirect } from "react-router";
import { load } from "../lib/api.ts";
import { formatRupees } from "../lib/format.ts";
import { describePage, type Whereabouts, whereabouts } from "../lib/seo.ts";
import { fieldNames, levelNames } from "../rooms/course/words.ts";
import { EnrolCard } from "../rooms/enrolment/enrol-card.tsx";
import { Fold } from "../ui/fold.tsx";
import { Icon } from "../ui/icon.tsx";
import { SectionHead } from "../ui/section.tsx";
import { Split } from "../ui/split.tsx";
import { Teaser } from "../ui/teaser.tsx";
import type { Route } from "./+types/course-detail";

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData
    ? describePage({
        title: loaderData.course.courseName,
        description: loaderData.course.description,
        path: loaderData.path,
        picture: `course-${loaderData.course.courseId}`,
        at: loaderData.at,
        below: { name: "Online courses", path: "/onlinecourses" },
        data: [asCourse(loaderData), asQuestions(loaderData.course)],
      })
    : [];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = await load(context, async (client) => {
    const [course, site] = await Promise.all([client.course.read(params), client.site.read({})]);
    const { courseUrlSuffix: suffix } = site.institute;
    const related = course.related.map((one) => ({ ...one, path: coursePath(one, { suffix }) }));
    return {
      course,
      related,
      path: coursePath(course, { suffix }),
      at: whereabouts(site),
      phone: site.institute.phone,
    };
  });
  if (params["*"] && !isAt(page.path, { params, url: request.url }))
    throw redirect(page.path + new URL(request.url).search, { status: 301, headers: { "cache-control": "no-cache" } });
  return page;
}

/** To the letter where it is the address of a page; a request for data escapes in a way of its own. */
function isAt(path: string, { params, url }: { params: Route.LoaderArgs["params"]; url: string }): boolean {
  const { pathname } = new URL(url);
  if (!pathname.endsWith(".data")) return pathname === path;
  return decodeURIComponent(path).endsWith(`/${params.courseId}/${params["*"]}`);
}

export default function CourseDetail({ loaderData: { course, related, phone, at } }: Route.ComponentProps) {
  const sections = course.syllabus.length;
  const afterMentors = course.mentors.length > 0 ? 3 : 2;
  return (
    <>
      <div className="wrap">
        <nav aria-label="Breadcrumb">
          <ol className="crumbs">
            <li>
              <Link to="/">Home</Link>
            </li>
            <li>
              <Link to="/onlinecourses">Online courses</Link>
            </li>
            <li aria-current="page">{course.courseName}</li>
          </ol>
        </nav>
        <div className="course-head">
          <header className="grid content-start gap-5">
            <p className="flex flex-wrap items-center gap-2">
              <span className="tag tag-sea">Online</span>
              <Link className="tag" to={`/onlinecourses?field=${course.field}`}>
                {fieldNames[course.field]}
              </Link>
              <span className="tag">{levelNames[course.level]}</span>
            </p>
            <h1 className="text-3xl">{course.courseName}</h1>
            <p className="max-w-prose text-l text-ink-2">{course.description}</p>
            <dl className="facts">
              <Fact name="Duration" value={course.duration} unit="HRS" />
              <Fact name="Class length" value={60} unit="min" />
              <Fact name="Sections" value={sections} />
            </dl>
            <Link to="#enrol" className="btn btn-sea lg:hidden">
              Enroll Now, {formatRupees(course.price)}
            </Link>
          </header>
          <EnrolCard key={course.courseId} course={course} instituteName={at.name} />
          <section aria-labelledby="outcomes" className="course-outcomes">
            <h2 id="outcomes" className="text-xl">
              What you will learn
            </h2>
            <ul className="ticks">
              {course.outcomes.map((outcome) => (
                <li key={outcome}>
                  <Icon name="check" />
                  {outcome}
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>

      <Split
        id="contents"
        number={1}
        title="Table of contents"
        text={`${sections} sections in ${course.duration} hours.`}
      >
        {course.syllabus.map(({ title, topics }, n) => (
          <Fold
            key={`${course.courseId} ${title}`}
            group="contents"
            number={n + 1}
            title={title}
            aside={topics.length === 1 ? "1 topic" : `${topics.length} topics`}
          >
            <ul className="topics">
              {topics.map((topic) => (
                <li key={topic}>{topic}</li>
              ))}
            </ul>
          </Fold>
        ))}
      </Split>

      {course.mentors.length > 0 ? (
        <section className="section bg-sand" aria-labelledby="mentors">
          <div className="wrap">
            <SectionHead id="mentors" number={2} title="Who teaches it" />
            <ul className="grid gap-x-12 gap-y-10 lg:grid-cols-2">
              {course.mentors.map((mentor) => (
                <li key={mentor.mentorName} className="mentor">
                  <img src={mentor.profilePicture} alt="" width="200" height="240" loading="lazy" />
                  <div>
                    <h3 className="text-xl">{mentor.mentorName}</h3>
                    <p className="text-s font-semibold text-sea">{mentor.designation}</p>
                  </div>
                  <p className="mentor-about">{mentor.about}</p>
                </li>
              ))}
            </ul>
          </div>
        </section>
      ) : null}

      {course.questions.length > 0 ? (
        <Split
          id="questions"
          number={afterMentors}
          title="Questions people ask"
          text={
            <>
              Something else? Call <a href={`tel:${phone.replaceAll(" ", "")}`}>{phone}</a> or{" "}
              <Link to="/contactus" className="no-wrap">
                write to us
              </Link>
              .
            </>
          }
        >
          {course.questions.map(({ question, answer }) => (
            <Fold key={`${course.courseId} ${question}`} group="questions" title={question}>
              <p className="max-w-prose text-ink-2">{answer}</p>
            </Fold>
          ))}
        </Split>
      ) : null}

      <section className="section wrap" aria-labelledby="related">
        <SectionHead
          id="related"
          number={course.questions.length > 0 ? afterMentors + 1 : afterMentors}
          title="Related courses"
          aside={
            <Link className="more" to={`/onlinecourses?field=${course.field}`}>
              All in {fieldNames[course.field]} <Icon name="arrow" />
            </Link>
          }
        />
        <ul className="slider slider-to-grid">
          {related.map((one) => (
            <Teaser
              key={one.courseId}
              picture={one.courseImage}
              heading={
                <h3 className="mt-4">
                  <Link to={one.path} className="slide-link">
                    {one.courseName}
                  </Link>
                </h3>
              }
              text={one.description}
              aside={`${one.duration} HRS`}
              price={formatRupees(one.price)}
            />
          ))}
        </ul>
      </section>
    </>
  );
}

function Fact({ name, value, unit }: { name: string; value: number; unit?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} {unit ? <small>{unit}</small> : null}
      </dd>
    </div>
  );
}

function asCourse({ course, at }: { course: CoursePage; at: Whereabouts }): Record<string, unknown> {
  return {
    "@type": "Course",
    name: course.courseName,
    description: course.description,
    provider: { "@type": "EducationalOrganization", name: at.name, url: at.publicUrl },
    offers: { "@type": "Offer", category: "Paid", price: course.price, priceCurrency: "INR" },
    hasCourseInstance: { "@type": "CourseInstance", courseMode: "Online", courseWorkload: `PT${course.duration}H` },
  };
}

function asQuestions({ questions }: CoursePage): Record<string, unknown> {
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}
