import { useState } from "react";
import { Link } from "react-router";
import { formatDate } from "../../lib/format.ts";
import { Button } from "../controls.tsx";
import { SetDialog } from "../homework/set-dialog.tsx";
import { StaffIcon } from "../icon.tsx";
import { PageSection } from "../page-head.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as styles from "./homework-section.module.css";
import type { SectionProps } from "./section-props.ts";

export function HomeworkSection({ page, onNews }: SectionProps) {
  const { classId, homework, learners, mayTeach } = page;
  const [isOpen, setOpen] = useState(false);
  const finish = (news: string) => {
    setOpen(false);
    onNews(news);
  };
  return (
    <PageSection id="homework" title="Homework" count={homework.length}>
      {homework.length === 0 && !mayTeach ? <p>None</p> : null}
      {homework.length > 0 ? (
        <ul className={styles.list}>
          {homework.map(({ homeworkId, title, dueOn, waiting, done }) => (
            <li key={homeworkId}>
              {mayTeach ? <Link to={`/staff/homework/${homeworkId}`}>{title}</Link> : <b>{title}</b>}
              {dueOn ? <span>due {formatDate(dueOn)}</span> : null}
              <span>
                Done by {done} of {learners}
              </span>
              {waiting > 0 ? <StatusMark shape="act">{waiting} to grade</StatusMark> : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mayTeach ? (
        <div>
          <Button look="line" onClick={() => setOpen(true)}>
            <StaffIcon name="plus" />
            Set homework
          </Button>
        </div>
      ) : null}
      {isOpen ? <SetDialog classId={classId} onDone={finish} onClose={() => setOpen(false)} /> : null}
    </PageSection>
  );
}
