import type { Material, OwnMaterial } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { type FormEvent, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useClassroom } from "../../lib/classroom.ts";
import { formatDay } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Field } from "../../ui/field.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Notice } from "../../ui/message.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import * as styles from "./material.module.css";
import { MaterialEntry } from "./material-entry.tsx";
import { useMaterial } from "./material-queries.ts";

/** The material of a course: by class, the latest first, and for the whole course. */
export function MaterialList({ courseId }: { courseId: string }) {
  const [words, setWords] = useState("");
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useMaterial({ courseId, words });
  useJump({ pages: data?.pages.length ?? 0, readOn: hasNextPage ? fetchNextPage : null });
  if (error instanceof ApiError && error.code === "CLASS_ON_HOLD") return <Notice look="wrong">{error.message}</Notice>;
  if (error && !data) return <LoadFailed what="The material" onRetry={refetch} />;
  if (!data) return <Skeleton className="h-40" />;
  const classes = data.pages.flatMap((page) => page.classes);
  const ofCourse = data.pages[0]?.ofCourse ?? [];
  const isNothing = classes.length + ofCourse.length === 0;
  if (isNothing && !words)
    return (
      <Empty title="No material yet">
        <p className="max-w-prose text-ink-2">Files, links and code of your classes appear here.</p>
      </Empty>
    );
  return (
    <div className={styles.material}>
      <SearchForm words={words} onSearch={setWords} />
      <p role="status" className="text-ink-2">
        {words ? foundText(classes, ofCourse, words) : ""}
      </p>
      {data.pages[0]?.isCut ? <Notice>More was found than is shown here. Please use more words.</Notice> : null}
      {classes.map((one) => (
        <OfClass key={one.classId} one={one} />
      ))}
      {hasNextPage ? (
        <div>
          <Button look="line" isBusy={isFetchingNextPage} onClick={() => fetchNextPage()}>
            Show earlier classes
          </Button>
        </div>
      ) : null}
      {ofCourse.length > 0 ? (
        <section aria-labelledby="of-course" className={styles.group}>
          <h2 id="of-course">For the whole course</h2>
          <Entries materials={ofCourse} />
        </section>
      ) : null}
    </div>
  );
}

/** To the class that the address names, once: earlier classes are read until it is there. */
function useJump({ pages, readOn }: { pages: number; readOn: (() => unknown) | null }): void {
  const { hash } = useLocation();
  const [jumped, setJumped] = useState("");
  useEffect(() => {
    if (pages === 0 || jumped === hash) return;
    const target = document.getElementById(hash.slice(1))?.closest("section");
    target?.scrollIntoView();
    if (target || !readOn) setJumped(hash);
    else readOn();
  }, [pages, hash, jumped, readOn]);
}

function OfClass({ one }: { one: OwnMaterial["classes"][number] }) {
  const { institute } = useClassroom();
  const id = `class-${one.classId}`;
  return (
    <section aria-labelledby={id} className={styles.group}>
      <h2 id={id}>
        Class {one.number}: {one.topic}
      </h2>
      <p className={styles.about}>{formatDay(one.startsAt, institute)}</p>
      <Entries materials={one.materials} />
    </section>
  );
}

function Entries({ materials }: { materials: Material[] }) {
  return (
    <ul className={styles.list}>
      {materials.map((one) => (
        <MaterialEntry key={one.materialId} one={one} />
      ))}
    </ul>
  );
}

function SearchForm({ words, onSearch }: { words: string; onSearch(words: string): void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get("words") ?? "").trim());
  };
  return (
    <search>
      <form className={styles.search} onSubmit={submit} noValidate>
        <Field label="Search the material" name="words" type="search" maxLength={100} defaultValue={words} />
        <Button type="submit" look="line">
          Search
        </Button>
        {words ? (
          <Button type="reset" look="quiet" onClick={() => onSearch("")}>
            Show all
          </Button>
        ) : null}
      </form>
    </search>
  );
}

function foundText(classes: OwnMaterial["classes"], ofCourse: Material[], words: string): string {
  const count = classes.reduce((sum, { materials }) => sum + materials.length, ofCourse.length);
  if (count === 0) return `Nothing has the words “${words}”.`;
  return `${count} ${count === 1 ? "material has" : "materials have"} the words “${words}”.`;
}
