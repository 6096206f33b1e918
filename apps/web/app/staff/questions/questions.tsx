import type { AskedQuestion } from "@shoreline/contract";
import type { FormEvent } from "react";
import { Link, useNavigate } from "react-router";
import { without } from "../audit/audit-filter.ts";
import { Button, Field } from "../controls.tsx";
import { FilterTabs } from "../filter-tabs.tsx";
import { useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { PageHead } from "../page-head.tsx";
import { Pager } from "../pager.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { useAsked } from "../today/today-page.tsx";
import { useSearch } from "../use-search.ts";
import { formatWhole } from "../when.ts";
import { type Asked, useQuestionCount, useQuestions } from "./question-queries.ts";
import * as styles from "./questions.module.css";

/** What learners ask. The filter, the search and the page are in the address. */
export default function Questions() {
  const asked = useAsked<Asked>("show", "words", "classId");
  const { data, error, refetch } = useQuestions(asked);
  const count = useQuestionCount();
  useRowKeys();
  const isNarrowed = Boolean(asked.words || asked.classId);
  return (
    <>
      <PageHead title="Questions" about="What learners ask you and their batch." />
      <FilterTabs
        label="Questions"
        name="show"
        options={[
          { value: "", text: "Open", count: count.data?.open },
          { value: "answered", text: "Answered" },
          { value: "reported", text: "Reported", count: count.data?.reported },
          { value: "hidden", text: "Hidden" },
          { value: "all", text: "All" },
        ]}
      />
      <SearchForm />
      {error ? <LoadProblem what="The list of questions" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data && data.questions.length > 0 ? <QuestionTable questions={data.questions} /> : null}
      {data && data.questions.length === 0 ? (
        <NothingYet title={isNarrowed ? "No question fits." : nothing[asked.show ?? "open"]}>
          {isNarrowed ? (
            <Link to="/staff/questions">Show the open questions</Link>
          ) : (
            <p>New ones are shown here and on Today.</p>
          )}
        </NothingYet>
      ) : null}
      {data ? <Pager next={data.next} first="First page" on="Next page" /> : null}
    </>
  );
}

const nothing: Record<NonNullable<Asked["show"]>, string> = {
  open: "No question waits for an answer.",
  answered: "No question has been answered yet.",
  reported: "Nothing is reported.",
  hidden: "Nothing is hidden.",
  all: "Nobody has asked yet.",
};

function SearchForm() {
  const search = useSearch();
  const navigate = useNavigate();
  const words = search.get("words") ?? "";
  const find = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("words") ?? "").trim();
    const next = without(search, "words", "after");
    if (typed) next.set("words", typed);
    navigate(`?${next}`);
  };
  return (
    <search>
      <form className={styles.search} onSubmit={find} key={words}>
        <Field label="Search questions and answers" name="words" type="search" defaultValue={words} maxLength={200} />
        <Button type="submit" look="line">
          Search
        </Button>
        {search.get("classId") ? <Link to={`?${without(search, "classId", "after")}`}>Of all classes</Link> : null}
      </form>
    </search>
  );
}

function QuestionTable({ questions }: { questions: AskedQuestion[] }) {
  return (
    <table className={`${table.table} ${table.rows}`}>
      <caption className="sr-only">Questions</caption>
      <thead>
        <tr>
          <th>Question</th>
          <th>State</th>
          <th className={table.end}>Answers</th>
          <th className={table.end}>Last</th>
        </tr>
      </thead>
      <tbody>
        {questions.map((one) => (
          <tr key={one.questionId} className={table.row}>
            <td className={styles.name}>
              <Link to={`/staff/questions/${one.questionId}`} className={table.name} data-row={one.questionId}>
                {one.title}
              </Link>
              <span className={styles.place}>
                {one.who}, {placeText(one)}
              </span>
            </td>
            <td className={styles.state}>
              <QuestionMark one={one} />
            </td>
            <td className={`${table.end} ${styles.answers}`}>{one.answers}</td>
            <td className={`${table.end} ${table.moment} ${styles.last}`}>{formatWhole(one.lastAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Python, 9 to 10 AM, class 3 */
export function placeText({ course, batch, class: about }: Pick<AskedQuestion, "course" | "batch" | "class">): string {
  return [course, batch || "no batch", ...(about ? [`class ${about.number}`] : [])].join(", ");
}

type Marked = Pick<AskedQuestion, "isHidden" | "isOpen" | "reports" | "isPrivate">;

export function QuestionMark({ one: { isHidden, isOpen, reports, isPrivate } }: { one: Marked }) {
  return (
    <span className={styles.marks}>
      {reports > 0 ? <StatusMark shape="act">Reported</StatusMark> : null}
      {isHidden ? (
        <StatusMark shape="off">Hidden</StatusMark>
      ) : isOpen ? (
        <StatusMark shape="begun">Open</StatusMark>
      ) : (
        <StatusMark shape="done">Answered</StatusMark>
      )}
      {isPrivate ? <span className={styles.dim}>private</span> : null}
    </span>
  );
}
