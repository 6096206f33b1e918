import type { Site } from "@shoreline/contract";
import { data } from "react-router";

/** The pages that not every institute has. A missing one appears in no menu, and its address is not found. */
export type Parts = Record<"about" | "services" | "career" | "courses" | "offline" | "tests" | "webinars", boolean>;

export function partsOf({ about, services, career, offers }: Site): Parts {
  return {
    about: about !== null || offers.mentors,
    services: services !== null,
    career: career !== null,
    courses: offers.courses,
    offline: offers.offlineCourses,
    tests: offers.tests,
    webinars: offers.webinars,
  };
}

/** For loaders of such pages. */
export function refuseMissing(isThere: unknown): asserts isThere {
  if (!isThere) throw data({ text: "This page does not exist." }, { status: 404 });
}
