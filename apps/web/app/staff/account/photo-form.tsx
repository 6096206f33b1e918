import type { StaffMe } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useRef, useState } from "react";
import { staffClient } from "../client.ts";
import { Button, ButtonRow } from "../controls.tsx";
import { meKey, peopleKey } from "../queries.ts";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { initials } from "../words.ts";
import * as styles from "./photo-form.module.css";
import { shrinkPicture } from "./shrink-picture.ts";

/** A chosen photo is shown before it is saved. */
export function PhotoForm({ me, onSaved }: { me: StaffMe; onSaved(news: string): void }) {
  const queries = useQueryClient();
  const task = useTask();
  const file = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [picture] = event.target.files ?? [];
    if (picture) task.run(async () => setChosen(await shrinkPicture(picture)));
    // The same file can be chosen again after a refusal.
    event.target.value = "";
  };
  const finish = (saved: StaffMe, news: string) => {
    setChosen(null);
    queries.setQueryData(meKey, saved);
    queries.invalidateQueries({ queryKey: peopleKey });
    onSaved(news);
  };
  const save = (picture: string) =>
    task.run(async () => {
      const saved = await staffClient.changePhoto({ picture: picture.slice(picture.indexOf(",") + 1) });
      finish(saved, "Your photo is saved.");
    });
  const remove = () => task.run(async () => finish(await staffClient.removePhoto({}), "Your photo is removed."));
  const shown = chosen ?? me.photo;
  return (
    <>
      <TaskProblem task={task} />
      <div className={styles.photo}>
        <span className={styles.circle}>
          {shown ? <img src={shown} alt={chosen ? "The chosen photo" : "You"} /> : initials(me.name)}
        </span>
        <div className={styles.text}>
          {task.fields.picture ? <p role="alert">{task.fields.picture}</p> : null}
          <p>{chosen ? "Save it, and colleagues see it beside your name." : "Colleagues see it beside your name."}</p>
          <input
            ref={file}
            type="file"
            accept="image/*"
            aria-label="Photo file"
            className="sr-only"
            tabIndex={-1}
            onChange={choose}
          />
          {chosen ? (
            <ButtonRow>
              <Button isBusy={task.isBusy} onClick={() => save(chosen)}>
                Save the photo
              </Button>
              <Button look="line" onClick={() => setChosen(null)}>
                Cancel
              </Button>
            </ButtonRow>
          ) : (
            <ButtonRow>
              <Button look="line" isBusy={task.isBusy} onClick={() => file.current?.click()}>
                {me.photo ? "Choose another photo" : "Choose a photo"}
              </Button>
              {me.photo ? (
                <Button look="line" isBusy={task.isBusy} onClick={remove}>
                  Remove the photo
                </Button>
              ) : null}
            </ButtonRow>
          )}
        </div>
      </div>
    </>
  );
}
