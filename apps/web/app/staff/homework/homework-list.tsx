import type { Api, Input, SetHomework } from "@shoreline/contract";
import { useState } from "react";
import { Link } from "react-router";
import { Message } from "../../ui/message.tsx";
import { Button } from "../controls.tsx";
import { FilterTabs } from "../filter-tabs.tsx";
import { StaffIcon } from "../icon.tsx";
import { useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { PageHead } from "../page-head.tsx";
import { Pager } from "../pager.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { useAsked } from "../today/today-page.tsx";
import * as styles from "./homework-list.module.css";
import { useHomeworkList } from "./homework-queries.ts";
import { dueText, placeText } from "./homework-words.ts";
import { SetDialog } from "./set-dialog.tsx";

type Asked = Input<Api["grading"]["list"]>;

/** What waits for a grading, or all homework. The choice and the page are in the address. */
export default function HomeworkList() {
  const asked = useAsked<Asked>("show");
  const { data, error, refetch } = useHomeworkList(asked as { show?: "waiting" | "all"; after?: string });
  const [isOpen, setOpen] = useState(false);
  const [news, setNews] = useState("");
  useRowKeys();
  const finish = (text: string) => {
    setOpen(false);
    setNews(text);
  };
  return (
    <>
      <PageHead title="Homework" about="What learners have handed in, and what you have set.">
        <Button onClick={() => setOpen(true)}>
          <StaffIcon name="plus" />
          Set homework
        </Button>
      </PageHead>
      <FilterTabs
        label="Homework"
        name="show"
        options={[
          { value: "", text: "To grade" },
          { value: "all", text: "All" },
        ]}
      />
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {error ? <LoadProblem what="The list of homework" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data && data.homework.length > 0 ? <HomeworkTable homework={data.homework} /> : null}
      {data && data.homework.length === 0 ? (
        <NothingYet title={asked.show === "all" ? "No homework was set yet." : "Nothing waits for a grading."}>
          <p>Set homework here for a batch, or on the page of a class.</p>
        </NothingYet>
      ) : null}
      {data ? <Pager next={data.next} first="First page" on="Next page" /> : null}
      {isOpen ? <SetDialog onDone={finish} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function HomeworkTable({ homework }: { homework: SetHomework[] }) {
  return (
    <table className={`${table.table} ${table.rows}`}>
      <caption className="sr-only">Homework</caption>
      <thead>
        <tr>
          <th>Homework</th>
          <th>To grade</th>
          <th className={table.end}>Given back</th>
          <th className={table.end}>Done</th>
          <th className={table.end}>Due</th>
        </tr>
      </thead>
      <tbody>
        {homework.map((one) => (
          <tr key={one.homeworkId} className={table.row}>
            <td className={styles.name}>
              <Link to={`/staff/homework/${one.homeworkId}`} className={table.name} data-row={one.homeworkId}>
                {one.title}
              </Link>
              <span className={styles.place}>{placeText(one)}</span>
            </td>
            <td className={styles.waiting}>
              {one.waiting > 0 ? <StatusMark shape="act">{one.waiting} to grade</StatusMark> : "None"}
            </td>
            <td className={`${table.end} ${styles.back}`}>{one.givenBack}</td>
            <td className={`${table.end} ${styles.done}`}>
              {one.done} of {one.learners}
            </td>
            <td className={`${table.end} ${table.moment} ${styles.due}`}>{dueText(one.dueOn)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
