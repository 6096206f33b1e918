import type { Api, Input, MaterialPage, StaffMaterial } from "@shoreline/contract";
import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { sizeText } from "../../ui/file-list.tsx";
import { Message } from "../../ui/message.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { without } from "../audit/audit-filter.ts";
import { RecordingSection } from "../classes/recording-section.tsx";
import { Button } from "../controls.tsx";
import { CourseChip } from "../courses/course-chip.tsx";
import { filters } from "../filter-chips.module.css";
import { ChoiceChip, WordsChip } from "../filter-chips.tsx";
import { StaffIcon } from "../icon.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { PageHead } from "../page-head.tsx";
import { Pager } from "../pager.tsx";
import { may, useMe } from "../queries.ts";
import { useAsked } from "../today/today-page.tsx";
import { useSearch } from "../use-search.ts";
import { formatWhenInside } from "../when.ts";
import * as styles from "./library.module.css";
import { taughtCourses, useFirstCourse, useMaterials, useRefreshLibrary } from "./library-queries.ts";
import { MaterialDialog } from "./material-dialog.tsx";
import { MaterialRows } from "./material-rows.tsx";

type Asked = Input<Api["library"]["materials"]>;

/** The material of one course. The course, the filters and the page are in the address. */
export default function Library() {
  const asked = useAsked<Partial<Asked>>("courseId", "kind", "classId", "words");
  const first = useFirstCourse({ isWanted: !asked.courseId });
  const courseId = asked.courseId ?? first.data?.course?.courseId ?? "";
  const { data, error, refetch } = useMaterials({ ...asked, courseId });
  const refresh = useRefreshLibrary();
  const [isOpen, setOpen] = useState(false);
  const [news, setNews] = useState("");
  const mayChangeStorage = may(useMe(), "change class settings");
  if (!asked.courseId && first.data?.course === null)
    return (
      <>
        <PageHead title="Library" about="Files, links, code and recordings for learners." />
        <NothingYet title="You teach no course yet.">
          <p>The material of your courses appears here as soon as you have a class.</p>
        </NothingYet>
      </>
    );
  const problem = error ?? first.error;
  return (
    <>
      <PageHead title="Library" about="Files, links, code and recordings for learners, by course.">
        {data ? (
          <Button onClick={() => setOpen(true)}>
            <StaffIcon name="plus" />
            Add to the course
          </Button>
        ) : null}
      </PageHead>
      <Filters page={data} />
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {problem ? <LoadProblem what="The material" error={problem} onRetry={error ? refetch : first.refetch} /> : null}
      {data || problem ? null : <Loading />}
      {data ? (
        <div className={styles.storage}>
          <ProgressBar
            value={data.course.bytes}
            max={data.course.gigabytes * 1024 ** 3}
            label={`Space that files of ${data.course.name} use`}
          />
          <span>
            {data.course.bytes > 0 ? sizeText(data.course.bytes) : "Nothing"} of {data.course.gigabytes} GB used
          </span>
          {mayChangeStorage ? <Link to="/staff/library/storage">Storage and old files</Link> : null}
        </div>
      ) : null}
      {data && data.materials.length > 0 ? (
        <MaterialRows materials={data.materials} mayChange onNews={setNews} about={aboutText} />
      ) : null}
      {data && data.materials.length === 0 ? <Nothing /> : null}
      {data ? <Pager next={data.next} first="First page" on="Next page" /> : null}
      {data ? (
        <RecordingSection
          key={data.course.courseId}
          title="Recordings for the whole course"
          target={{ courseId: data.course.courseId }}
          topic=""
          onNews={(text) => {
            setNews(text);
            void refresh();
          }}
        />
      ) : null}
      {isOpen && data ? (
        <MaterialDialog
          place={{ courseId: data.course.courseId }}
          onDone={(text) => {
            setOpen(false);
            setNews(text);
          }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function aboutText({ class: about, addedAt }: StaffMaterial) {
  return (
    <>
      {". "}
      {about ? (
        <Link to={`/staff/classes/${about.classId}`}>
          Class {about.number}: {about.topic}
        </Link>
      ) : (
        "For the whole course"
      )}
      {`, added ${formatWhenInside(addedAt)}`}
    </>
  );
}

function Nothing() {
  const search = useSearch();
  const isFiltered = ["kind", "classId", "words", "after"].some((name) => search.get(name));
  if (isFiltered) return <p>Nothing matches the filters.</p>;
  return (
    <NothingYet title="This course has no material yet.">
      <p>Add files, links or code here for the whole course, or on the page of a class.</p>
    </NothingYet>
  );
}

function Filters({ page }: { page: MaterialPage | undefined }) {
  const search = useSearch();
  const navigate = useNavigate();
  const choose = (name: string) => (value: string) => {
    if (value === (search.get(name) ?? "")) return;
    const next = name === "courseId" ? without(search, "classId", "after") : without(search, "after");
    if (value) next.set(name, value);
    else next.delete(name);
    navigate(`?${next}`);
  };
  const classes = (page?.classes ?? []).map(({ classId, number, topic, batch }) => ({
    value: classId,
    text: `${batch}, class ${number}: ${topic}`,
  }));
  const isFiltered = ["kind", "classId", "words"].some((name) => search.get(name));
  const asked = search.get("courseId");
  return (
    <div className={filters}>
      <CourseChip
        value={page?.course ?? (asked ? { courseId: asked, name: asked } : null)}
        from={taughtCourses}
        onChange={choose("courseId")}
      />
      <ChoiceChip
        label="Kind"
        any="any"
        value={search.get("kind") ?? ""}
        options={[
          { value: "file", text: "Files" },
          { value: "link", text: "Links" },
          { value: "snippet", text: "Code" },
        ]}
        onChange={choose("kind")}
      />
      <ChoiceChip
        label="Class"
        any="any"
        value={search.get("classId") ?? ""}
        options={[{ value: "course", text: "For the whole course" }, ...classes]}
        onChange={choose("classId")}
      />
      <WordsChip
        key={search.get("words")}
        value={search.get("words") ?? ""}
        hint="Name of the material"
        onChange={choose("words")}
      />
      {isFiltered ? (
        <Link to={`?${without(search, "kind", "classId", "words", "after")}`}>Clear the filters</Link>
      ) : null}
    </div>
  );
}
