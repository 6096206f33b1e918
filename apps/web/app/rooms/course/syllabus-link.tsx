import { apiBase } from "@shoreline/contract/public-routes";
import { syllabusPath } from "@shoreline/domain/course";

export function SyllabusLink({ courseId }: { courseId: string }) {
  return (
    <a href={apiBase + syllabusPath(courseId)} download>
      Download the syllabus (PDF)
    </a>
  );
}
