import type { Institute } from "@shoreline/contract";
import { certificateId, skillsOf } from "@shoreline/domain/certificate";
import type { CourseRow } from "../course/queries.ts";
import { printedBrand } from "../site/letterhead.ts";

type Subject = { institute: Institute; course: CourseRow; serial: number };

/** What a certificate says about course and institute, as they are on the day of issue. */
export function takeSnapshot({ institute, course, serial }: Subject) {
  const prefix = institute.certificatePrefix;
  return {
    certificateId: certificateId(prefix, serial),
    prefix,
    serial,
    courseKey: course.courseId,
    courseCompleted: course.name,
    learnedSkills: skillsOf(course.syllabus),
    printed: {
      institute: institute.name,
      city: institute.city,
      timeZone: institute.timeZone,
      hours: course.durationInHours,
      signatory: institute.certificateSignatory,
      brand: printedBrand(institute),
    },
  };
}
