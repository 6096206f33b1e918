import { lazy, type ReactNode, Suspense, useState } from "react";
import { load } from "../../lib/load.ts";
import { describePage, siteInfo } from "../../lib/seo.ts";
import { Crumbs, home } from "../../ui/crumbs.tsx";
import { Fact } from "../../ui/fact.tsx";
import { facts } from "../../ui/facts.module.css";
import { Icon } from "../../ui/icon.tsx";
import { MoreButton, MoreLink } from "../../ui/more.tsx";
import * as offer from "../../ui/offer.module.css";
import { Outcomes } from "../../ui/outcomes.tsx";
import { Split } from "../../ui/split.tsx";
import { Syllabus } from "../../ui/syllabus.tsx";
import { Tag } from "../../ui/tag.tsx";
import { toast } from "../../ui/toast.module.css";
import type { Route } from "./+types/offline-course";
import { DialogFailed } from "./dialog-failed.tsx";
import { OfflineCard } from "./offline-card.tsx";
import { asOfflineCourse, describeStart, offlinePage } from "./offline-page.ts";

const DownloadDialog = lazy(() => import("./download-dialog.tsx").catch(() => ({ default: DialogFailed })));
const EnquiryDialog = lazy(() => import("./enquiry-dialog.tsx").catch(() => ({ default: DialogFailed })));

export const meta: Route.MetaFunction = ({ loaderData }) => loaderData?.meta ?? [];

export function loader({ context, params }: Route.LoaderArgs) {
  return load(context, async (client) => {
    const [{ starts, ...course }, site] = await Promise.all([client.course.readOffline(params), client.site.read({})]);
    const { city, phone, address, timeZone, enquiryCourses } = site.institute;
    const { hours = [], directions = null, mapUrl = null, mapPicture = null, mapText = null } = site.contact ?? {};
    return {
      course,
      starts: starts.map((start) => describeStart(start, { timeZone })),
      city,
      phone,
      enquiryCourses,
      visit: { address, hours, directions, mapUrl, mapPicture, mapText },
      meta: describePage({
        ...offlinePage(course, { city }),
        at: siteInfo(site),
        below: { name: "Offline courses", path: "/offlinecourses" },
        data: [asOfflineCourse({ course, starts, site })],
      }),
    };
  });
}

export default function OfflineCoursePage({ loaderData }: Route.ComponentProps) {
  const { course, starts, city, phone, enquiryCourses, visit } = loaderData;
  const [opened, setOpened] = useState<"download" | "enquiry" | null>(null);
  const close = () => setOpened(null);
  const { courseName } = course;
  return (
    <>
      <div className="wrap">
        <Crumbs steps={[home, { text: "Offline courses", to: "/offlinecourses" }]} here={courseName} />
        <div className={offer.page}>
          <header className="grid content-start gap-5">
            <p className="flex flex-wrap items-center gap-2">
              <Tag look="sea">Offline</Tag>
              <Tag>{city}</Tag>
            </p>
            <h1 className="text-3xl">{courseName}</h1>
            <p className="max-w-prose text-l text-ink-2">{course.description}</p>
            <dl className={facts}>
              <Fact name="Duration" value={course.duration} unit="HRS" />
              <Fact name="Sections" value={course.sections} />
            </dl>
          </header>
          <OfflineCard {...{ course, starts, phone }} onAsk={() => setOpened("enquiry")} />
          <Outcomes list={course.outcomes} />
        </div>
      </div>

      <Split
        id="contents"
        number={1}
        title="Table of contents"
        text={
          <>
            {course.sections} {course.sections === 1 ? "section" : "sections"} in {course.duration} hours.
            <MoreButton className="flex" aria-haspopup="dialog" onClick={() => setOpened("download")}>
              <Icon name="download" /> Download Pdf
            </MoreButton>
          </>
        }
      >
        <Syllabus key={course.courseId} sections={course.syllabus} hasCounts />
      </Split>

      <Visit {...visit} phone={phone} />

      <Suspense fallback={<p className={toast}>Opening…</p>}>
        {opened === "download" ? <DownloadDialog course={course} phone={phone} onClose={close} /> : null}
        {opened === "enquiry" ? <EnquiryDialog courses={enquiryCourses} course={courseName} onClose={close} /> : null}
      </Suspense>
    </>
  );
}

type VisitProps = Route.ComponentProps["loaderData"]["visit"] & { phone: string };

function Visit({ address, hours, directions, mapUrl, mapPicture, mapText, phone }: VisitProps) {
  return (
    <Split id="visit" number={2} title="Visit us" text="See the classrooms and labs, and talk to a mentor.">
      <div className="grid gap-6">
        {mapPicture ? (
          <img
            src={mapPicture}
            alt={mapText ?? ""}
            width="960"
            height="480"
            loading="lazy"
            className="w-full rounded-large"
          />
        ) : null}
        <dl className="grid gap-6 md:grid-cols-2">
          <Detail icon="pin" name="Address">
            <Lines of={address} />
            {mapUrl ? (
              <MoreLink to={mapUrl} rel="noopener">
                Open the live map <Icon name="external" />
              </MoreLink>
            ) : null}
          </Detail>
          <Detail icon="phone" name="Phone">
            <a href={`tel:${phone.replaceAll(" ", "")}`} className="inline-flex min-h-11 items-center">
              {phone}
            </a>
          </Detail>
          {directions ? (
            <Detail icon="compass" name="How to find us">
              {directions}
            </Detail>
          ) : null}
          {hours.length > 0 ? (
            <Detail icon="clock" name="Hours">
              <Lines of={hours} />
            </Detail>
          ) : null}
        </dl>
      </div>
    </Split>
  );
}

function Detail({ icon, name, children }: { icon: string; name: string; children: ReactNode }) {
  return (
    <div className="border-t border-rule pt-4">
      <dt className="flex items-center gap-3 font-head text-l font-semibold">
        <Icon name={icon} className="text-sea" /> {name}
      </dt>
      <dd className="mt-1 text-ink-2">{children}</dd>
    </div>
  );
}

function Lines({ of }: { of: string[] }) {
  return of.map((line) => (
    <span key={line} className="block">
      {line}
    </span>
  ));
}
