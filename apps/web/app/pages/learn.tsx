import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import { useClassroom } from "../lib/classroom.ts";
import { HomeworkList } from "../rooms/homework/homework-list.tsx";
import { MaterialList } from "../rooms/lesson/material-list.tsx";
import { RecordingList } from "../rooms/lesson/recording-list.tsx";
import { ProgressPart } from "../rooms/progress/progress-part.tsx";
import { Questions } from "../rooms/question/questions.tsx";
import { Empty } from "../ui/empty.tsx";
import { Icon } from "../ui/icon.tsx";
import { MoreLink } from "../ui/more.tsx";
import type { Route } from "./+types/learn";
import * as styles from "./learn.module.css";

export const meta = () => [{ title: "Your course" }, { name: "robots", content: "noindex" }];

type Part = { part: string; text: string; show(courseId: string): ReactNode };

/** The tabs of a course, in their order. Each is a part of its own room. */
const parts: Part[] = [
  { part: "progress", text: "Progress", show: (courseId) => <ProgressPart courseId={courseId} /> },
  { part: "homework", text: "Homework", show: (courseId) => <HomeworkList courseId={courseId} /> },
  { part: "recordings", text: "Recordings", show: (courseId) => <RecordingList courseId={courseId} /> },
  { part: "material", text: "Material", show: (courseId) => <MaterialList courseId={courseId} /> },
  { part: "questions", text: "Questions", show: (courseId) => <Questions courseId={courseId} /> },
];

export default function Learn({ params: { courseId } }: Route.ComponentProps) {
  const { purchases } = useClassroom();
  const [search] = useSearchParams();
  const bought = purchases.find(({ course }) => course.courseId === courseId);
  const now = parts.find(({ part }) => part === search.get("part")) ?? parts[0];
  if (!bought)
    return (
      <>
        <h1>Your course</h1>
        <Empty title="You have not bought this course">
          <MoreLink to="/dashboard/mycourses">
            <Icon name="back" /> My Courses
          </MoreLink>
        </Empty>
      </>
    );
  return (
    <>
      <div className="grid gap-2">
        <h1>{bought.course.courseName}</h1>
        <p className="flex flex-wrap items-center gap-x-5 text-ink-2">
          <MoreLink to={`/dashboard/schedule/${encodeURIComponent(courseId)}`}>
            <Icon name="calendar" /> Classes
          </MoreLink>
        </p>
      </div>
      <nav className={styles.tabs} aria-label="Parts of the course">
        {parts.map(({ part, text }) => (
          <Link
            key={part}
            to={`?part=${part}`}
            ref={part === now?.part ? bringIntoRow : undefined}
            className={styles.tab}
            aria-current={part === now?.part ? "page" : undefined}
            preventScrollReset
          >
            {text}
          </Link>
        ))}
      </nav>
      {now?.show(courseId)}
    </>
  );
}

/** On a phone the row is wider than the screen. Only the row moves, never the page. */
function bringIntoRow(tab: HTMLElement | null): void {
  const row = tab?.parentElement;
  if (tab && row) row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
}
