import type { OfflineCoursePage, Site } from "@shoreline/contract";
import { batchName, type OfflineStart, offlinePath } from "@shoreline/domain/course";
import { dateParts, formatDay, zoneName } from "../../lib/format.ts";
import { postalAddress } from "../../lib/seo.ts";

/** A start as people read it: Mon, 23 Nov 2026; Monday to Friday, 9:00 to 10:00 AM IST. */
export type ShownStart = ReturnType<typeof describeStart>;

export function describeStart({ from, time, type, trainer }: OfflineStart, institute: { timeZone: string }) {
  // A day of the calendar, the same for every visitor.
  const noon = `${from}T12:00:00Z`;
  const calendar = { timeZone: "UTC" };
  const [hours] = batchName({ batchTime: time, batchType: type }).split(",");
  const days = type === "week-days" ? "Monday to Friday" : "Saturday and Sunday";
  return {
    day: `${dateParts(noon, calendar).weekday}, ${formatDay(noon, calendar)}`,
    hours: `${days}, ${hours} ${zoneName(noon, institute)}`.trimEnd(),
    trainer,
  };
}

type Described = Omit<OfflineCoursePage, "starts">;

export function offlinePage({ courseId, courseName, description }: Described, { city }: { city: string }) {
  return {
    title: `${courseName}, offline in ${city}`,
    description,
    path: offlinePath(courseId),
    card: `offlinecourse/${encodeURIComponent(courseId)}`,
  };
}

/** For search engines. */
export function asOfflineCourse(about: { course: Described; starts: OfflineStart[]; site: Site }) {
  const { course, starts, site } = about;
  const { institute, publicUrl } = site;
  const instance = {
    "@type": "CourseInstance",
    courseMode: "Onsite",
    courseWorkload: `PT${course.duration}H`,
    location: { "@type": "Place", name: institute.name, address: postalAddress(institute) },
  };
  return {
    "@type": "Course",
    name: course.courseName,
    description: course.description,
    provider: { "@type": "EducationalOrganization", name: institute.name, url: publicUrl },
    ...(course.price === null ? {} : { offers: offerOf(course.price) }),
    hasCourseInstance:
      starts.length === 0
        ? instance
        : starts.map(({ from, trainer }) => ({
            ...instance,
            startDate: from,
            ...(trainer ? { instructor: { "@type": "Person", name: trainer } } : {}),
          })),
  };
}

function offerOf(price: number) {
  return { "@type": "Offer", category: price === 0 ? "Free" : "Paid", price, priceCurrency: "INR" };
}
