import { Link } from "react-router";
import { PageSection } from "../page-head.tsx";
import { useQuestionCount } from "../questions/question-queries.ts";
import * as styles from "./homework-section.module.css";

/** How many questions about the class wait, and the way to them. Without a network it says nothing. */
export function QuestionSection({ classId }: { classId: string }) {
  const { data } = useQuestionCount(classId);
  return (
    <PageSection id="questions" title="Questions" {...(data ? { count: data.open } : {})}>
      <ul className={styles.list}>
        <li>
          <Link to={`/staff/questions?classId=${classId}${data?.open === 0 ? "&show=all" : ""}`}>
            {data && data.open > 0 ? `${data.open} wait for an answer` : "Questions about this class"}
          </Link>
        </li>
      </ul>
    </PageSection>
  );
}
