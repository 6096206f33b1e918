import type { Api, Input, Reply } from "@shoreline/contract";
import { useState } from "react";
import { Link } from "react-router";
import { without } from "../audit/audit-filter.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { folded } from "../today/today-lists.module.css";
import { useSearch } from "../use-search.ts";
import { useClasses } from "./class-queries.ts";
import { ClassTable } from "./class-table.tsx";

type Asked = Input<Api["teaching"]["list"]>;
type Props = NonNullable<Reply<Api["teaching"]["list"]>["over"]> & { asked: Asked };

/** Classes of today that are over, folded: somebody who opens the list looks for what runs or comes. */
export function OverToday({ asked, count, isMore, unfinished }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={folded} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {count === 1 ? "1 is over" : `${count}${isMore ? "+" : ""} are over`}
        {unfinished > 0 ? `, ${unfinished} not finished` : ""}
      </summary>
      {isOpen ? <OverList asked={asked} /> : null}
    </details>
  );
}

function OverList({ asked: { trainerId, courseId } }: Pick<Props, "asked">) {
  const search = useSearch();
  const wish = { when: "over" as const, ...(trainerId && { trainerId }), ...(courseId && { courseId }) };
  const { data, error, refetch } = useClasses(wish);
  const all = without(search, "after");
  all.set("when", "over");
  if (!data) return error ? <LoadProblem what="The list of classes" error={error} onRetry={refetch} /> : <Loading />;
  return (
    <>
      <ClassTable name="Classes of today that are over" classes={data.classes} now={data.now} isToday />
      {data.next ? <Link to={`?${all}`}>See all that are over</Link> : null}
    </>
  );
}
