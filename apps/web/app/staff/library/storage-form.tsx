import { type FormEvent, useState } from "react";
import { focusFirstFault } from "../../ui/field.tsx";
import { isRefused, libraryClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import type { StorageNow } from "./library-queries.ts";
import { numberIn } from "./number-in.ts";

type Props = { storage: StorageNow; onSaved(news: string): Promise<void>; onReload(): void };

/** How much room files may take, and which kinds are taken. */
export function StorageForm({ storage, onSaved, onReload }: Props) {
  const task = useTask();
  const [isOld, setOld] = useState(false);
  const { version } = storage;
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    const values = new FormData(box);
    const text = (name: string) => String(values.get(name) ?? "");
    await task.run(async () => {
      try {
        await libraryClient.saveStorage({
          ...{
            courseGigabytes: numberIn(text("courseGigabytes")),
            instituteGigabytes: numberIn(text("instituteGigabytes")),
          },
          ...{ fileTypes: readTypes(text("fileTypes")), version },
        });
      } catch (error) {
        setOld(isRefused(error, "CHANGED_MEANWHILE"));
        throw error;
      }
      await onSaved("The limits are saved.");
    });
    focusFirstFault(box);
  };
  const ofTypes = Object.entries(task.fields).find(([name]) => name.startsWith("fileTypes"))?.[1];
  return (
    <PageSection id="limits" title="Limits">
      <form className={form} onSubmit={save} noValidate>
        <Field
          label="Gigabytes for the files of one course"
          name="courseGigabytes"
          inputMode="numeric"
          defaultValue={storage.courseGigabytes}
          error={task.fields.courseGigabytes}
        />
        <Field
          label="Gigabytes for all files"
          name="instituteGigabytes"
          inputMode="numeric"
          defaultValue={storage.instituteGigabytes}
          error={task.fields.instituteGigabytes}
        />
        <Field
          kind="textarea"
          label="Allowed file types, one per line: extension and media type"
          name="fileTypes"
          rows={10}
          spellCheck={false}
          defaultValue={storage.fileTypes.map(({ ending, type }) => `${ending} ${type}`).join("\n")}
          error={ofTypes}
        />
        <TaskProblem task={task} />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Save the limits
          </Button>
          {isOld ? (
            <Button look="line" onClick={onReload}>
              Show what they are now
            </Button>
          ) : null}
        </ButtonRow>
      </form>
    </PageSection>
  );
}

function readTypes(text: string) {
  const lines = text.split("\n").flatMap((line) => line.trim() || []);
  return lines.map((line) => {
    const [ending = "", type = ""] = line.split(/\s+/);
    return { ending: ending.replace(/^\./, ""), type };
  });
}
