import type { Removal } from "@shoreline/contract";
import { type KeptKind, keptKinds } from "@shoreline/domain/file-retention";
import { type FormEvent, useState } from "react";
import { sizeText } from "../../ui/file-list.tsx";
import { counted } from "../classes/class-words.ts";
import { isRefused, libraryClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useSettled } from "../use-settled.ts";
import { useTask } from "../use-task.ts";
import { type StorageNow, usePreview } from "./library-queries.ts";
import { numberIn } from "./number-in.ts";
import * as styles from "./storage.module.css";

type Props = { storage: StorageNow; onSaved(news: string): Promise<void>; onReload(): void };
type Typed = Record<KeptKind, string>;

const labels: Typed = {
  recordings: "Delete recordings this many months after the batch ends (leave empty to keep them)",
  material: "Delete material of classes this many months after the batch ends",
  handedIn: "Delete files that learners handed in this many months after the batch ends",
};

const things: Record<KeptKind, string> = { recordings: "recording", material: "material", handedIn: "file" };

/** When things of old batches go. It says what would go now before it is saved. */
export function KeepFilesForm({ storage: { keepFiles, version }, onSaved, onReload }: Props) {
  const task = useTask();
  const [isOld, setOld] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState<Typed>(() => ({
    ...{ recordings: String(keepFiles.recordings ?? ""), material: String(keepFiles.material ?? "") },
    handedIn: String(keepFiles.handedIn ?? ""),
  }));
  const rule = ruleOf(typed);
  const settled = useSettled(JSON.stringify(rule));
  const isReadable = keptKinds.every((kind) => rule[kind] === null || isMonths(rule[kind]));
  const { data, error, refetch } = usePreview(JSON.parse(settled), { isEnabled: isReadable });
  const isCurrent = isReadable && settled === JSON.stringify(rule);
  const lines = data && isCurrent ? linesOf(data) : null;
  const save = async () => {
    try {
      await libraryClient.saveKeepFiles({ ...rule, version });
    } catch (error) {
      setOld(isRefused(error, "CHANGED_MEANWHILE"));
      throw error;
    }
    await onSaved("The rule is saved.");
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (lines && lines.length > 0) setAsking(true);
    else void task.run(save);
  };
  return (
    <PageSection id="keep" title="Old files">
      <form className={form} onSubmit={submit} noValidate>
        <p>What belongs to a whole course, and to a batch that runs, always stays.</p>
        {keptKinds.map((kind) => (
          <Field
            key={kind}
            label={labels[kind]}
            inputMode="numeric"
            autoComplete="off"
            value={typed[kind]}
            error={task.fields[kind]}
            onChange={(event) => {
              task.dismiss();
              setTyped({ ...typed, [kind]: event.target.value });
            }}
          />
        ))}
        {error && isCurrent && !data ? (
          <LoadProblem what="What this rule would remove" error={error} onRetry={refetch} />
        ) : null}
        <div role="status">
          {lines?.length === 0 ? <p>This rule would remove nothing now.</p> : null}
          {lines && lines.length > 0 ? <Lines lines={lines} /> : null}
        </div>
        <TaskProblem task={task} />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy} disabled={isReadable && !lines}>
            Save the rule
          </Button>
          {isOld ? (
            <Button look="line" onClick={onReload}>
              Show what it is now
            </Button>
          ) : null}
        </ButtonRow>
      </form>
      {isAsking ? (
        <ConfirmDialog
          title="Remove old files?"
          text="These will be deleted within an hour. Later, others that reach this age will be deleted too:"
          button="Save the rule and remove them"
          isHard
          run={async () => {
            await save();
            setAsking(false);
          }}
          onClose={() => setAsking(false)}
        >
          <ul className={styles.amounts}>
            {(lines ?? []).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </ConfirmDialog>
      ) : null}
    </PageSection>
  );
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <>
      <p>This rule would remove now:</p>
      <ul className={styles.amounts}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

/** The server says what is wrong with others. */
const isMonths = (months: number) => months >= 1 && months <= 120;

/** Empty: they stay. */
function ruleOf(typed: Typed): Record<KeptKind, number | null> {
  const months = (text: string) => (text.trim() === "" ? null : numberIn(text));
  return {
    ...{ recordings: months(typed.recordings), material: months(typed.material), handedIn: months(typed.handedIn) },
  };
}

function linesOf(removal: Removal): string[] {
  return keptKinds.flatMap((kind) => {
    const { count, bytes } = removal[kind];
    if (count === 0) return [];
    const what = counted(count, things[kind]) + (kind === "handedIn" ? " handed in" : "");
    return [bytes > 0 ? `${what}, ${sizeText(bytes)}` : what];
  });
}
