import type { ClassPage, RollEntry } from "@shoreline/contract";
import type { Mark } from "@shoreline/domain/presence";
import { useState } from "react";
import { Button, Field, Key } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { useKeys } from "../keys.ts";
import { markTexts } from "./class-words.ts";
import { CorrectDialog } from "./correct-dialog.tsx";
import { KeptNotice } from "./kept-notice.tsx";
import { MarksDialog } from "./marks-dialog.tsx";
import { RefusedMarks } from "./refused-marks.tsx";
import { hasRoll, matches, stateOf, withMarks } from "./roll.ts";
import * as styles from "./roll-call.module.css";
import { RollRow } from "./roll-row.tsx";
import type { useMarks } from "./use-marks.ts";

type Props = { page: ClassPage; now: Date; kept: ReturnType<typeof useMarks> };

/** A list longer than this gets a search. */
const longList = 12;

export function RollCall({ page, now, kept: { marks, give, explain, drop } }: Props) {
  const [words, setWords] = useState("");
  const [correcting, setCorrecting] = useState<{ entry: RollEntry; mark: Mark } | null>(null);
  const [looking, setLooking] = useState<RollEntry | null>(null);
  const state = stateOf(page, now);
  const isOpen = page.mayTeach && hasRoll(state);
  const waiting = marks.filter(({ problem }) => !problem);
  const refused = marks.filter(({ problem }) => problem);
  const roll = withMarks(page.roll, waiting);
  const rest = roll.filter(({ mark }) => mark === null).map(({ learnerId }) => learnerId);
  const fillRest = () => give(rest, "present");
  useKeys(isOpen && rest.length > 0 ? { a: fillRest } : {});
  const mark = (entry: RollEntry, given: Mark) => {
    if (entry.mark === given) return;
    if (page.finishedAt) setCorrecting({ entry, mark: given });
    else give([entry.learnerId], given);
  };
  return (
    <section id="roll" aria-labelledby="roll-call" className={styles.section}>
      <div className={styles.head}>
        <h2 id="roll-call">Roll-call</h2>
        <span className={styles.count}>
          <b>{roll.length - rest.length}</b> of <b>{roll.length}</b> marked
          {waiting.length > 0 ? `, ${waiting.length} on this phone` : ""}
        </span>
        {isOpen && rest.length > 0 ? (
          <span className={styles.rest}>
            <Button look="quiet" onClick={fillRest}>
              <StaffIcon name="check" />
              Mark the rest present
              <Key>A</Key>
            </Button>
          </span>
        ) : null}
      </div>
      <KeptNotice count={waiting.length} />
      <RefusedMarks page={page} refused={refused} onExplain={explain} onDrop={drop} />
      <Hint page={page} state={state} />
      {roll.length > longList ? (
        <div className={styles.search}>
          <Field label="Search a name" type="search" value={words} onChange={(event) => setWords(event.target.value)} />
        </div>
      ) : null}
      <ol className={styles.roll}>
        {roll.map((entry, at) =>
          matches(entry.name, words) ? (
            <RollRow
              key={entry.learnerId}
              entry={entry}
              number={at + 1}
              percent={page.attendancePercent}
              isOpen={isOpen}
              isKept={waiting.some(({ learnerId }) => learnerId === entry.learnerId)}
              onMark={(given) => mark(entry, given)}
              onLook={() => setLooking(entry)}
            />
          ) : null,
        )}
      </ol>
      {correcting ? (
        <CorrectDialog
          title={`${correcting.entry.name}: ${markTexts[correcting.mark].toLowerCase()}`}
          onCorrect={(reason) => give([correcting.entry.learnerId], correcting.mark, reason)}
          onClose={() => setCorrecting(null)}
        />
      ) : null}
      {looking ? <MarksDialog classId={page.classId} entry={looking} onClose={() => setLooking(null)} /> : null}
    </section>
  );
}

function Hint({ page, state }: { page: ClassPage; state: ReturnType<typeof stateOf> }) {
  const text = hintOf(page, state);
  return text ? <p className={styles.hint}>{text}</p> : null;
}

function hintOf({ mayTeach, roll }: ClassPage, state: ReturnType<typeof stateOf>): string {
  if (state === "cancelled") return "This class is cancelled: there is no roll-call.";
  if (roll.length === 0) return "Nobody is in this batch yet.";
  if (!mayTeach) return "Somebody else teaches this class. You can read it.";
  if (state === "coming") return "The roll-call opens 15 minutes before the class.";
  return state === "finished" ? "The class is finished. A change needs a reason." : "";
}
