import type { Material } from "@shoreline/contract";
import { type FormEvent, type ReactNode, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { sizeText } from "../../ui/file-list.tsx";
import { Snippet } from "../../ui/snippet.tsx";
import { counted } from "../classes/class-words.ts";
import { isRefused, libraryClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Button, ButtonRow, Field, IconButton } from "../controls.tsx";
import { form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { useOneMaterial, useRefreshLibrary } from "./library-queries.ts";
import * as styles from "./material-rows.module.css";

type Props<One extends Material> = {
  materials: One[];
  mayChange: boolean;
  onNews(text: string): void;
  /** What else a row says, such as the class. */
  about?(one: One): ReactNode;
};

type Open = { what: "show" | "rename" | "remove"; one: Material };

/** Material with what staff do with it. */
export function MaterialRows<One extends Material>({ materials, mayChange, onNews, about }: Props<One>) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const finish = (news: string) => {
    close();
    onNews(news);
  };
  return (
    <>
      <ul className={styles.list}>
        {materials.map((one) => (
          <li key={one.materialId}>
            <div className={styles.words}>
              {one.kind === "snippet" ? (
                <button type="button" className={styles.name} onClick={() => setOpen({ what: "show", one })}>
                  <bdi>{one.name}</bdi>
                </button>
              ) : (
                <a className={styles.name} href={one.url} target="_blank" rel="nofollow noopener noreferrer">
                  <bdi>{one.name}</bdi>
                </a>
              )}
              <span className={styles.about}>
                {kindText(one)}
                {about?.(one)}
              </span>
            </div>
            {mayChange ? (
              <span className={styles.buttons}>
                <IconButton
                  icon="pencil"
                  label={`Rename ${one.name}`}
                  onClick={() => setOpen({ what: "rename", one })}
                />
                <IconButton icon="x" label={`Remove ${one.name}`} onClick={() => setOpen({ what: "remove", one })} />
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      {open?.what === "show" ? (
        <Dialog title={open.one.name} isWide onClose={close}>
          <Snippet name={open.one.name} text={open.one.text} language={open.one.language} />
        </Dialog>
      ) : null}
      {open?.what === "rename" ? <RenameDialog one={open.one} onDone={finish} onClose={close} /> : null}
      {open?.what === "remove" ? <RemoveDialog one={open.one} onDone={finish} onClose={close} /> : null}
    </>
  );
}

function kindText({ kind, bytes, url, language }: Material): string {
  if (kind === "file") return `File, ${sizeText(bytes ?? 0)}`;
  if (kind === "link") return `Link, ${URL.parse(url)?.host ?? ""}`;
  return language ? `Code, ${language}` : "Code";
}

type DialogProps = { one: Material; onDone(news: string): void; onClose(): void };

function RenameDialog({ one, onDone, onClose }: DialogProps) {
  const task = useTask();
  const refresh = useRefreshLibrary();
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "").trim();
    return task.run(async () => {
      await libraryClient.renameMaterial({ materialId: one.materialId, name });
      await refresh();
      onDone("The material has its new name.");
    });
  };
  return (
    <Dialog title="Rename material" onClose={onClose}>
      <form className={form} onSubmit={save} noValidate>
        <Field label="Name" name="name" maxLength={150} defaultValue={one.name} error={task.fields.name} />
        <TaskProblem task={task} />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Save the name
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

/** Says who loses it. */
function RemoveDialog({ one, onDone, onClose }: DialogProps) {
  const { data, error } = useOneMaterial(one.materialId);
  const refresh = useRefreshLibrary();
  const what =
    one.kind === "file" ? `The file (${sizeText(one.bytes ?? 0)})` : `The ${one.kind === "link" ? "link" : "code"}`;
  const who = data ? ` ${counted(data.learners, "learner")} can open it now.` : "";
  return (
    <ConfirmDialog
      title={`Remove ${one.name}?`}
      text={`${what} goes for good.${who}`}
      button="Remove the material"
      isHard
      isReady={Boolean(data || error)}
      run={async () => {
        await libraryClient.removeMaterial({ materialId: one.materialId }).catch((refused) => {
          // Somebody else was faster.
          if (!isRefused(refused, "UNKNOWN_MATERIAL")) throw refused;
        });
        await refresh();
        onDone("The material is removed.");
      }}
      onClose={onClose}
    />
  );
}
