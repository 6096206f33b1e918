import type { MovePreview, Timetable, TimetableClass } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { isRefused, timetableClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { DateField } from "../date/date-field.tsx";
import * as forms from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useToast } from "../toast.tsx";
import { PlainProblem, useTask } from "../use-task.ts";
import * as styles from "./move.module.css";
import { MoveObstacles, MoveOutcome } from "./move-outcome.tsx";
import { clockText, momentOf, placeOf, readClock } from "./timetable-days.ts";
import { timetableKey, usePreview, type Wish } from "./timetable-queries.ts";
import { ToldFields } from "./told-fields.tsx";

/** What somebody wishes for a class; the fields of the dialog change it. */
export type MoveWish = {
  one: TimetableClass;
  does: "move" | "cancel";
  day: string;
  minutes: number;
  trainerId: string;
  roomId: string;
};

export function wishFor(one: TimetableClass, change: Partial<MoveWish> = {}): MoveWish {
  const kept = { trainerId: one.trainerId ?? "none", roomId: one.roomId ?? "none" };
  return { one, does: "move", ...placeOf(one.startsAt), ...kept, ...change };
}

type Props = { wish: MoveWish; lists: Pick<Timetable, "trainers" | "rooms">; onClose(): void };

/** Before and after, what speaks against it, and who will be told. Nothing happens before the last button. */
export function MoveDialog({ wish: given, lists, onClose }: Props) {
  const [wish, setWish] = useState(given);
  const [scope, setScope] = useState<"one" | "later">("one");
  const asked = toRequest(wish, scope);
  const { data, error, refetch, isPlaceholderData } = usePreview(asked);
  const verb = wish.does === "cancel" ? "Cancel" : "Move";
  const count = data?.classes.length ?? 1;
  return (
    <Dialog title={count === 1 ? `${verb} one class` : `${verb} ${count} classes`} onClose={onClose}>
      {error && !data ? <LoadProblem what="The preview" error={error} onRetry={refetch} /> : null}
      {data ? (
        <Fields
          {...{ wish, scope, lists, asked, preview: data, isCurrent: !isPlaceholderData, onClose }}
          onWish={(change) => setWish({ ...wish, ...change })}
          onScope={setScope}
        />
      ) : error ? null : (
        <Loading lines={5} />
      )}
    </Dialog>
  );
}

/** What stays as it is need not be sent: nobody is told of it. */
function toRequest({ one, does, day, minutes, trainerId, roomId }: MoveWish, scope: "one" | "later"): Wish {
  if (does === "cancel") return { classId: one.classId, does, scope };
  const startsAt = momentOf({ day, minutes });
  return {
    ...{ classId: one.classId, scope },
    ...(startsAt === one.startsAt ? {} : { startsAt }),
    ...(trainerId === (one.trainerId ?? "none") ? {} : { trainerId }),
    ...(roomId === (one.roomId ?? "none") ? {} : { roomId }),
  };
}

type FieldsProps = {
  wish: MoveWish;
  scope: "one" | "later";
  lists: Props["lists"];
  asked: Wish;
  preview: MovePreview;
  isCurrent: boolean;
  onWish(change: Partial<MoveWish>): void;
  onScope(scope: "one" | "later"): void;
  onClose(): void;
};

function Fields({ wish, scope, lists, asked, preview, isCurrent, onWish, onScope, onClose }: FieldsProps) {
  const task = useTask();
  const queries = useQueryClient();
  const showToast = useToast();
  const [tells, setTells] = useState(true);
  const [note, setNote] = useState("");
  const { told, classes, clashes, why } = preview;
  const isCancelled = wish.does === "cancel";
  const isSame = !isCancelled && !asked.startsAt && !asked.trainerId && !asked.roomId;
  const people = told.learners + told.trainers.length;
  const verb = isCancelled ? "Cancel" : "Move";
  const send = (event: FormEvent) => {
    event.preventDefault();
    return task.run(async () => {
      const seen = classes.map(({ classId, sequence }) => ({ classId, sequence }));
      const made = await timetableClient.move({ ...asked, seen, tells, note }).catch(async (error) => {
        await queries.invalidateQueries({ queryKey: ["timetable-move"] });
        if (!isRefused(error, "CHANGED_MEANWHILE")) throw error;
        throw new PlainProblem("Somebody has changed these classes meanwhile. Look at them again, then decide.");
      });
      await queries.invalidateQueries({ queryKey: timetableKey });
      onClose();
      const { changeId } = made;
      showToast({
        text: `${newsText(classes.length, isCancelled)}${made.told > 0 ? ` ${learnersText(made.told)} will be told.` : ""}`,
        ...(changeId && !isCancelled
          ? {
              undo: async () => {
                const { message } = await timetableClient.undo({ changeId });
                await queries.invalidateQueries({ queryKey: timetableKey });
                return { news: message };
              },
            }
          : {}),
      });
    });
  };
  return (
    <form className={forms.form} onSubmit={send} noValidate>
      <TaskProblem task={task} />
      {task.fields.clash ? <p className={forms.fault}>{task.fields.clash}</p> : null}
      {isCancelled ? null : <WishFields {...{ wish, lists, onWish }} />}
      <MoveObstacles {...{ preview, onLeave: onClose }} />
      {preview.laterCount > 0 ? (
        <fieldset className={forms.choices}>
          <legend>Which classes</legend>
          {(["one", "later"] as const).map((value) => (
            <label key={value} className={forms.choice}>
              <input type="radio" name="scope" checked={scope === value} onChange={() => onScope(value)} />
              {value === "one" ? "This class" : `This and the ${preview.laterCount} after it`}
            </label>
          ))}
        </fieldset>
      ) : null}
      <MoveOutcome {...{ preview, isCancelled }} />
      <ToldFields {...{ told, tells, note, onTells: setTells, onNote: setNote, error: task.fields.note }} />
      <ButtonRow className={styles.foot}>
        <Button
          type="submit"
          isBusy={task.isBusy}
          disabled={!isCurrent || isSame || why !== null || clashes.length > 0}
          look={isCancelled ? "danger" : "sea"}
        >
          {tells && people > 0 ? `${verb} and tell ${people}` : verb}
        </Button>
        <Button look="line" onClick={onClose}>
          {isCancelled ? "Keep it" : "Do not move"}
        </Button>
      </ButtonRow>
    </form>
  );
}

function WishFields({ wish, lists, onWish }: Pick<FieldsProps, "wish" | "lists" | "onWish">) {
  return (
    <div className={styles.pair}>
      <DateField label="Day" name="day" defaultValue={wish.day} onChange={(day) => day && onWish({ day })} />
      <Field
        label="Time"
        type="time"
        step={300}
        value={clockText(wish.minutes)}
        onChange={({ target }) => {
          const minutes = readClock(target.value);
          if (minutes !== null) onWish({ minutes });
        }}
      />
      <Field kind="select" label="Room" value={wish.roomId} onChange={({ target }) => onWish({ roomId: target.value })}>
        <option value="none">Online</option>
        <Options list={lists.rooms} chosen={wish.one.roomId} name="Its room" />
      </Field>
      <Field
        kind="select"
        label="Trainer"
        value={wish.trainerId}
        onChange={({ target }) => onWish({ trainerId: target.value })}
      >
        <option value="none">Nobody yet</option>
        <Options list={lists.trainers} chosen={wish.one.trainerId} name={wish.one.trainer} />
      </Field>
    </div>
  );
}

/** What the class has now may have left the list. */
function Options({
  list,
  chosen,
  name,
}: {
  list: { id: string; name: string }[];
  chosen: string | null;
  name: string;
}) {
  return (
    <>
      {chosen && !list.some(({ id }) => id === chosen) ? <option value={chosen}>{name}</option> : null}
      {list.map((one) => (
        <option key={one.id} value={one.id}>
          {one.name}
        </option>
      ))}
    </>
  );
}

function newsText(count: number, isCancelled: boolean): string {
  const classes = count === 1 ? "The class is" : `${count} classes are`;
  return `${classes} ${isCancelled ? "cancelled" : "moved"}.`;
}

const learnersText = (count: number) => (count === 1 ? "1 learner" : `${count} learners`);
