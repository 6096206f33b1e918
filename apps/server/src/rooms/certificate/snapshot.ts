import type { Institute } from "@shoreline/contract";
import { certificateId, skillsOf } from "@shoreline/domain/certificate";
import type { CertificateDesign, Printed } from "../../db/tables/certificate.ts";
import type { CourseRow } from "../course/queries.ts";
import { printedBrand } from "../site/letterhead.ts";

type Subject = { institute: Institute; course: CourseRow; serial: number; design: CertificateDesign };

/** What a certificate says about course and institute, as they are on the day of issue. */
export function takeSnapshot({ institute, course, serial, design }: Subject) {
  const prefix = institute.certificatePrefix;
  return {
    certificateId: certificateId(prefix, serial),
    prefix,
    serial,
    courseKey: course.courseId,
    courseCompleted: course.name,
    learnedSkills: skillsOf(course.syllabus),
    printed: printedBy({ institute, hours: course.durationInHours, design }),
  };
}

type Look = { institute: Institute; hours: number; design: CertificateDesign };

export function printedBy({ institute, hours, design }: Look): Printed {
  return {
    institute: institute.name,
    city: institute.city,
    timeZone: institute.timeZone,
    hours,
    signatory: design.signatory ?? institute.certificateSignatory,
    brand: printedBrand(institute),
    template: design.template,
    signature: design.signature,
  };
}
