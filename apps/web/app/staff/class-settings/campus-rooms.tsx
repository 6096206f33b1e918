import type { CampusRooms as Rooms } from "@shoreline/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { Message } from "../../ui/message.tsx";
import { count } from "../batches/batch-words.ts";
import { planningClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { PageSection } from "../page-head.tsx";
import { may, useMe } from "../queries.ts";
import { StatusMark } from "../status-mark.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import * as styles from "./class-settings.module.css";
import { ClassSettingsPage } from "./class-settings-page.tsx";

type Room = Rooms["rooms"][number];
const roomsKey = ["campus rooms"];

export default function CampusRooms() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: roomsKey, queryFn: () => planningClient.campusRooms({}) });
  const [changes, setChanges] = useState<Room | "new" | null>(null);
  const [news, setNews] = useState("");
  const task = useTask();
  const mayChange = may(useMe(), "change class settings");
  const finish = (rooms: Rooms, text: string) => {
    queries.setQueryData(roomsKey, rooms);
    queries.invalidateQueries({ queryKey: ["batches", "form"] });
    setChanges(null);
    setNews(text);
  };
  const close = ({ roomId, name, isClosed }: Room) =>
    task.run(async () =>
      finish(
        await planningClient.closeCampusRoom({ roomId, isClosed: !isClosed }),
        isClosed ? `${name} can be chosen again.` : `${name} is closed for new batches.`,
      ),
    );
  return (
    <ClassSettingsPage>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      <TaskProblem task={task} />
      {error ? <LoadProblem what="The list of rooms" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data ? (
        <PageSection id="rooms" title="Campus rooms" count={data.rooms.length}>
          {mayChange ? (
            <ButtonRow>
              <Button onClick={() => setChanges("new")}>Add a room</Button>
            </ButtonRow>
          ) : null}
          {data.rooms.length === 0 ? (
            <NothingYet title="No room yet.">
              <p>Batches without a room are held online.</p>
            </NothingYet>
          ) : null}
          <ul className={styles.rows}>
            {data.rooms.map((room) => (
              <li key={room.roomId}>
                <b className={styles.name}>{room.name}</b>
                <span className={styles.note}>
                  {room.seats === null ? "No limit" : count(room.seats, "seat")},{" "}
                  {count(room.classesToCome, "class", "classes")} to come
                </span>
                {room.isClosed ? <StatusMark shape="off">Closed</StatusMark> : null}
                {mayChange ? (
                  <>
                    <Button look="quiet" onClick={() => setChanges(room)}>
                      Change<span className="sr-only"> {room.name}</span>
                    </Button>
                    <Button look="quiet" onClick={() => close(room)}>
                      {room.isClosed ? "Open again" : "Close"}
                      <span className="sr-only"> {room.name}</span>
                    </Button>
                  </>
                ) : null}
              </li>
            ))}
          </ul>
        </PageSection>
      ) : null}
      {changes ? (
        <RoomDialog room={changes === "new" ? null : changes} onDone={finish} onClose={() => setChanges(null)} />
      ) : null}
    </ClassSettingsPage>
  );
}

type DialogProps = { room: Room | null; onDone(rooms: Rooms, news: string): void; onClose(): void };

function RoomDialog({ room, onDone, onClose }: DialogProps) {
  const task = useTask();
  const [name, setName] = useState(room?.name ?? "");
  const [seats, setSeats] = useState(room?.seats === null || !room ? "" : String(room.seats));
  const save = (event: FormEvent) => {
    event.preventDefault();
    return task.run(async () => {
      const given = { name, seats: seats.trim() ? Number(seats) : null, ...(room ? { roomId: room.roomId } : {}) };
      onDone(await planningClient.saveCampusRoom(given), `${name.trim()} is saved.`);
    });
  };
  return (
    <Dialog title={room ? `Change ${room.name}` : "Add a room"} onClose={onClose}>
      <form className={form} onSubmit={save} noValidate>
        <TaskProblem task={task} />
        <Field
          label="Name"
          value={name}
          maxLength={100}
          error={task.fields.name}
          onChange={(event) => setName(event.target.value)}
        />
        <Field
          label="Seats, empty for no limit"
          inputMode="numeric"
          value={seats}
          maxLength={5}
          error={task.fields.seats}
          onChange={(event) => setSeats(event.target.value)}
        />
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Save the room
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
