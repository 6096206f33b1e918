import type { ClassPage } from "@shoreline/contract";
import { type FormEvent, useId } from "react";
import { teachingClient } from "../client.ts";
import { Button, Field } from "../controls.tsx";
import { form } from "../forms.module.css";
import { PageSection } from "../page-head.tsx";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { useRefreshClass } from "./class-queries.ts";
import { hint } from "./roll-call.module.css";
import type { SectionProps } from "./section-props.ts";

export function TopicSection({ page, onNews }: SectionProps) {
  const task = useTask();
  const topics = useId();
  const refresh = useRefreshClass();
  const { classId, topic, topicHeld, nextTopic, mayTeach } = page;
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const held = String(new FormData(event.currentTarget).get("topicHeld") ?? "").trim();
    return task.run(async () => {
      await teachingClient.change({ classId, topicHeld: held });
      await refresh(classId);
      onNews("The topic is saved.");
    });
  };
  return (
    <PageSection id="topic" title="Topic">
      {mayTeach ? (
        <form key={topicHeld} className={form} onSubmit={save} noValidate>
          <Field
            label="Taught today"
            name="topicHeld"
            list={topics}
            maxLength={300}
            defaultValue={topicHeld || topic}
            error={task.fields.topicHeld}
          />
          <datalist id={topics}>
            {page.topics.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
          <p className={hint}>{plannedText(page)}</p>
          <TaskProblem task={task} />
          <div>
            <Button type="submit" look="line" isBusy={task.isBusy}>
              Save the topic
            </Button>
          </div>
        </form>
      ) : (
        <p>
          {topicHeld || topic}
          {nextTopic ? `. Next: ${nextTopic}` : ""}
        </p>
      )}
    </PageSection>
  );
}

function plannedText({ topic, topicHeld, nextTopic }: ClassPage): string {
  const plan = topicHeld && topicHeld !== topic ? `Planned: ${topic}.` : "As planned.";
  return nextTopic ? `${plan} Next: ${nextTopic}` : plan;
}
