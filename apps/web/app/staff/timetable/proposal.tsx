import type { Proposal, ProposalDraft, ProposalLine } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { timetableClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { dayText } from "../date/date-text.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { BackLink, PageHead, PageSection } from "../page-head.tsx";
import * as table from "../table.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { LineDialog } from "./line-dialog.tsx";
import { patternText } from "./pattern-text.ts";
import * as styles from "./proposal.module.css";
import { draftsKey, useDrafts } from "./timetable-queries.ts";

/** A plan for drafts of batches by the solver: staff accept it, change lines of it, or discard it. */
export default function ProposalPage() {
  const { data, error, refetch } = useDrafts();
  const newest = data?.newest;
  const isOpen = newest && ["asked", "ready", "impossible", "failed"].includes(newest.state);
  return (
    <>
      <BackLink to="/staff/timetable">Timetable</BackLink>
      <PageHead
        title="Propose a timetable"
        about="Days, hours, trainers and rooms for drafts of batches, without clashes. Nothing is planned until you open the batches."
      />
      {error ? <LoadProblem what="The list of drafts" error={error} onRetry={refetch} /> : null}
      {data && isOpen ? <Plan key={newest.proposalId} proposal={newest} drafts={data.drafts} /> : null}
      {data && !isOpen ? (
        <>
          {newest?.state === "accepted" ? (
            <p role="status">
              The last proposal was accepted: the drafts have their days, hours and trainers. Open them in Batches.
            </p>
          ) : null}
          <Drafts drafts={data.drafts} isCut={data.isCut} />
        </>
      ) : null}
      {data || error ? null : <Loading lines={6} />}
    </>
  );
}

function Drafts({ drafts, isCut }: { drafts: ProposalDraft[]; isCut: boolean }) {
  const task = useTask();
  const queries = useQueryClient();
  if (drafts.length === 0)
    return (
      <NothingYet title="There are no drafts yet.">
        <p>Draft some batches first: a course and the day on which it should begin are enough.</p>
      </NothingYet>
    );
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const chosen = drafts.filter(({ draftId }) => values.has(`chosen ${draftId}`));
    return task.run(async () => {
      await timetableClient.propose({
        drafts: chosen.map(({ draftId }) => ({
          draftId,
          classesAWeek: Number(values.get(`classes ${draftId}`)),
          days: String(values.get(`days ${draftId}`)) as "any",
          wantsRoom: values.has(`room ${draftId}`),
        })),
      });
      await queries.invalidateQueries({ queryKey: draftsKey });
    });
  };
  return (
    <form onSubmit={ask} className={styles.form} noValidate>
      <TaskProblem task={task} />
      <div className={table.scroll}>
        <table className={`${table.table} ${table.rows} ${styles.drafts}`}>
          <caption className="sr-only">Drafts of batches</caption>
          <thead>
            <tr>
              <th scope="col">Draft</th>
              <th scope="col">Begins</th>
              <th scope="col">Hours</th>
              <th scope="col">Classes a week</th>
              <th scope="col">Days</th>
              <th scope="col">Room</th>
            </tr>
          </thead>
          <tbody>
            {drafts.map(({ draftId, name, course, hours, from, wish }) => (
              <tr key={draftId}>
                <td className={styles.wide}>
                  <label className={styles.check}>
                    <input type="checkbox" name={`chosen ${draftId}`} defaultChecked />
                    {name === course ? name : `${name}, ${course}`}
                  </label>
                </td>
                <td className={styles.begins}>{from ? dayText(from) : "As soon as possible"}</td>
                <td className={styles.hours}>
                  {hours}
                  <span className={styles.unit}> hours</span>
                </td>
                <td className={styles.wish} data-label="Classes a week">
                  <input
                    className={styles.small}
                    type="number"
                    name={`classes ${draftId}`}
                    min={1}
                    max={20}
                    defaultValue={wish.classesAWeek}
                    aria-label={`Classes a week of ${name}`}
                  />
                </td>
                <td className={styles.wish} data-label="Days">
                  <select
                    className={styles.small}
                    name={`days ${draftId}`}
                    defaultValue={wish.days}
                    aria-label={`Days of ${name}`}
                  >
                    <option value="week-days">Weekdays</option>
                    <option value="week-end">Weekends</option>
                    <option value="any">Any, Monday to Saturday</option>
                  </select>
                </td>
                <td className={styles.wide}>
                  <label className={styles.check}>
                    <input type="checkbox" name={`room ${draftId}`} defaultChecked={wish.wantsRoom} />
                    At the campus
                  </label>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isCut ? <p>These are the newest drafts. Open or remove some to see the others.</p> : null}
      <ButtonRow>
        <Button type="submit" isBusy={task.isBusy}>
          Propose a timetable
        </Button>
      </ButtonRow>
    </form>
  );
}

function Plan({ proposal, drafts }: { proposal: Proposal; drafts: ProposalDraft[] }) {
  const task = useTask();
  const queries = useQueryClient();
  const [changed, setChanged] = useState<ProposalLine | null>(null);
  const { proposalId, state, why, lines } = proposal;
  const courseOf = ({ draftId, name }: ProposalLine) => {
    const course = drafts.find((draft) => draft.draftId === draftId)?.course;
    return course && course !== name ? <span className={styles.course}>{course}</span> : null;
  };
  const placed = lines.filter(({ plan }) => plan);
  const act = (call: "accept" | "drop") =>
    task.run(async () => {
      await timetableClient[call]({ proposalId });
      await queries.invalidateQueries({ queryKey: draftsKey });
    });
  if (state === "asked")
    return (
      <PageSection id="plan" title="The solver looks for a plan">
        <p role="status">This takes some seconds, at most half a minute. You may leave this page.</p>
        <ButtonRow>
          <Button look="line" onClick={() => act("drop")}>
            Stop
          </Button>
        </ButtonRow>
      </PageSection>
    );
  return (
    <PageSection
      id="plan"
      title={placed.length > 0 ? "The proposal" : "There is no plan"}
      count={`${placed.length} of ${lines.length}`}
      way={
        placed[0] ? (
          <Link to={`/staff/timetable?day=${placed[0].from}&proposal=${proposalId}`}>Show it on the timetable</Link>
        ) : null
      }
    >
      <TaskProblem task={task} />
      {why ? <p role="status">{why}</p> : null}
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.draftId}>
            <div>
              <b>{line.name}</b> {courseOf(line)}
              {line.plan ? (
                <p>
                  {patternText(line.plan.pattern)}, {dayText(line.from)} to {dayText(line.plan.until)}
                  <br />
                  {[line.plan.trainer, line.plan.room || "online"].join(", ")}
                  {line.plan.isAsWished ? ", as wished" : ""}
                </p>
              ) : (
                <p className={styles.why}>{line.why}</p>
              )}
              {line.warning ? <p className={styles.why}>{line.warning}</p> : null}
            </div>
            {state === "failed" ? null : (
              <Button look="line" aria-label={`Change ${line.name}`} onClick={() => setChanged(line)}>
                Change…
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ButtonRow>
        {placed.length > 0 ? (
          <Button isBusy={task.isBusy} onClick={() => act("accept")}>
            Accept for {placed.length === 1 ? "1 draft" : `${placed.length} drafts`}
          </Button>
        ) : null}
        <Button look="line" disabled={task.isBusy} onClick={() => act("drop")}>
          Discard the proposal
        </Button>
      </ButtonRow>
      {changed ? <LineDialog {...{ line: changed, proposalId }} onClose={() => setChanged(null)} /> : null}
    </PageSection>
  );
}
