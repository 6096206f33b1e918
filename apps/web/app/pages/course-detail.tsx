import type { CoursePage } from "@shoreline/contract";
import { coursePath, courseSegment } from "@shoreline/domain/course";
import { nameOf } from "@shoreline/domain/site";
import { lazy, Suspense } from "react";
import { Link, redirect } from "react-router";
import { deferLoad } from "../lib/defer-load.ts";
import { formatPrice } from "../lib/format.ts";
import { load } from "../lib/load.ts";
import { sampleLink } from "../lib/sample-class.ts";
import { describePage, type SiteInfo, siteInfo } from "../lib/seo.ts";
import { earlyBirdText } from "../rooms/course/early-bird.ts";
import { SyllabusLink } from "../rooms/course/syllabus-link.tsx";
import { EnrolCard } from "../rooms/enrolment/enrol-card.tsx";
import { useBatchInAddress } from "../rooms/enrolment/use-enrol.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Crumbs, home } from "../ui/crumbs.tsx";
import { Fact } from "../ui/fact.tsx";
import { facts } from "../ui/facts.module.css";
import { Icon } from "../ui/icon.tsx";
import { MoreLink } from "../ui/more.tsx";
import * as offer from "../ui/offer.module.css";
import { Outcomes } from "../ui/outcomes.tsx";
import { Split } from "../ui/split.tsx";
import { Syllabus } from "../ui/syllabus.tsx";
import { tag } from "../ui/tag.module.css";
import { Tag } from "../ui/tag.tsx";
import type { Route } from "./+types/course-detail";

export const handle = { isSelling: true };

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const page = await load(context, async (client) => {
    const [course, site, { batches, now }] = await Promise.all([
      client.course.read(params),
      client.site.read({}),
      client.schedule.batches(params),
    ]);
    const { courseUrlSuffix: suffix, courseFields, courseLevels, batchTimes, phone, timeZone } = site.institute;
    const related = course.related.map((one) => ({ ...one, path: coursePath(one, { suffix }) }));
    const [at, path] = [siteInfo(site), coursePath(course, { suffix })];
    const webinars = course.sample ? await client.webinar.list({}) : [];
    return {
      course,
      early: earlyBirdText(course, { timeZone }),
      related,
      path,
      at,
      meta: describePage({
        title: course.courseName,
        description: course.description,
        path,
        card: `course/${courseSegment(course.courseId)}`,
        at,
        below: { name: "Online courses", path: "/onlinecourses" },
        data: [asCourse({ course, at }), asQuestions(course)],
      }),
      field: nameOf(courseFields, course.field),
      level: nameOf(courseLevels, course.level),
      batchTimes,
      phone,
      reviews: site.home.reviews.flatMap(({ courses, ...review }) => (courses.includes(course.courseId) ? review : [])),
      offered: { courseId: course.courseId, batches, now, timeZone },
      sample: sampleLink({ sample: course.sample, webinars, now: new Date(now), timeZone }),
    };
  });
  if (params["*"] && !isAt(page.path, { params, url: request.url }))
    throw redirect(page.path + new URL(request.url).search, { status: 301, headers: { "cache-control": "no-cache" } });
  return page;
}

/** Page addresses are compared exactly; data requests escape characters differently. */
function isAt(path: string, { params, url }: { params: Route.LoaderArgs["params"]; url: string }): boolean {
  const { pathname } = new URL(url);
  if (!pathname.endsWith(".data")) return pathname === path;
  return decodeURIComponent(path).endsWith(`/${params.courseId}/${params["*"]}`);
}

const EnrolParts = lazy(deferLoad(() => import("./enrol-parts.tsx")));
const CourseMore = lazy(deferLoad(() => import("./course-more.tsx")));

export default function CourseDetail({ loaderData }: Route.ComponentProps) {
  const { course, early, related, field, level, batchTimes, phone, at, offered, sample, reviews } = loaderData;
  const first = useBatchInAddress(batchTimes);
  const sections = course.syllabus.length;
  return (
    <>
      <div className="wrap">
        <Crumbs steps={[home, { text: "Online courses", to: "/onlinecourses" }]} here={course.courseName} />
        <div className={offer.page}>
          <header className="grid content-start gap-5">
            <p className="flex flex-wrap items-center gap-2">
              <Tag look="sea">Online</Tag>
              <Link className={tag} to={`/onlinecourses?field=${course.field}`}>
                {field}
              </Link>
              <Tag>{level}</Tag>
            </p>
            <h1 className="text-3xl">{course.courseName}</h1>
            <p className="max-w-prose text-l text-ink-2">{course.description}</p>
            <dl className={facts}>
              <Fact name="Duration" value={course.duration} unit="HRS" />
              <Fact name="Class length" value={60} unit="min" />
              <Fact name="Sections" value={sections} />
            </dl>
            {sample ? (
              <MoreLink to={sample.to}>
                <Icon name="play" /> {sample.text}
              </MoreLink>
            ) : null}
            <ButtonLink to="#enrol" className="lg:hidden">
              Enroll Now, {formatPrice(course.price)}
            </ButtonLink>
          </header>
          <EnrolCard key={course.courseId} {...{ course, early }} batchTimes={batchTimes} instituteName={at.name}>
            <Suspense>
              <EnrolParts {...offered} first={first} isFree={course.price === 0} isPublic />
            </Suspense>
          </EnrolCard>
          <Outcomes list={course.outcomes} />
        </div>
      </div>

      <Split
        id="contents"
        number={1}
        title="Table of contents"
        text={
          <>
            {sections} sections in {course.duration} hours. <SyllabusLink courseId={course.courseId} />
          </>
        }
      >
        <Syllabus key={course.courseId} sections={course.syllabus} hasCounts />
      </Split>

      <Suspense>
        <CourseMore key={course.courseId} {...{ course, related, reviews, field, phone }} />
      </Suspense>
    </>
  );
}

function asCourse({ course, at }: { course: CoursePage; at: SiteInfo }): Record<string, unknown> {
  return {
    "@type": "Course",
    name: course.courseName,
    description: course.description,
    provider: { "@type": "EducationalOrganization", name: at.name, url: at.publicUrl },
    offers: {
      ...{ "@type": "Offer", category: "Paid", price: course.price, priceCurrency: "INR" },
      ...(course.earlyBird && { priceValidUntil: course.earlyBird.endsAt }),
    },
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
