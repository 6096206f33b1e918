import type { Holidays } from "@shoreline/contract";
import { useState } from "react";
import { formatDate } from "../../lib/format.ts";
import { count } from "../batches/batch-words.ts";
import { planningClient } from "../client.ts";
import { Choices } from "../connections/choices.tsx";
import { Button, ButtonRow } from "../controls.tsx";
import { PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";

type Props = { offered: Holidays["offered"]; year: number; onDone(calendar: Holidays, news: string): void };

/** Public holidays of India that the institute may take over. */
export function OfferedDays({ offered, year, onDone }: Props) {
  const task = useTask();
  const [chosen, setChosen] = useState<string[]>([]);
  if (offered.length === 0) return null;
  const days = offered.filter(({ day }) => chosen.includes(day)).map(({ day, name }) => ({ day, name }));
  const take = () =>
    task.run(async () => {
      const calendar = await planningClient.addHolidays({ days, year });
      setChosen([]);
      onDone(calendar, `${count(days.length, "day")} added.`);
    });
  return (
    <PageSection id="offered" title="Public holidays of India" count={offered.length}>
      <TaskProblem task={task} />
      <Choices
        legend="Choose those on which you have no classes"
        choices={offered.map(({ day, name, mayMove }) => ({
          ...{ value: day, text: `${name}, ${formatDate(day)}`, more: mayMove ? "May move by a day" : "" },
        }))}
        value={chosen}
        onChange={setChosen}
      />
      <ButtonRow>
        <Button look="line" onClick={() => setChosen(offered.map(({ day }) => day))}>
          Choose all
        </Button>
        <Button isBusy={task.isBusy} disabled={days.length === 0} onClick={take}>
          Add {count(days.length, "day")}
        </Button>
      </ButtonRow>
    </PageSection>
  );
}
