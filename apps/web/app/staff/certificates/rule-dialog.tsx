import type { AwardRule, AwardRules } from "@shoreline/contract";
import { type FormEvent, useState } from "react";
import { Dialog } from "../../ui/dialog.tsx";
import { focusFirstFault } from "../../ui/field.tsx";
import { awardClient } from "../client.ts";
import { Button, ButtonRow, Field } from "../controls.tsx";
import { fault, form } from "../forms.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";

type Props = {
  rule: AwardRule;
  rules: AwardRules;
  onDone(rules: AwardRules, news: string): void;
  onClose(): void;
};

const separator = "\n";

/** An empty field means: the institute's share of the classes, no homework, no test. */
export function RuleDialog({ rule, rules, onDone, onClose }: Props) {
  const task = useTask();
  const [classes, setClasses] = useState(textOf(rule.attendancePercent));
  const [homework, setHomework] = useState(textOf(rule.homeworkPercent));
  const [test, setTest] = useState(rule.test ? rule.test.collectionId + separator + rule.test.topic : "");
  const [testPercent, setTestPercent] = useState(textOf(rule.test?.percent ?? 70));
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const box = event.currentTarget;
    await task.run(async () => {
      const [collectionId = "", topic = ""] = test.split(separator);
      const saved = await awardClient.saveRule({
        courseId: rule.courseId,
        attendancePercent: numberOf(classes),
        homeworkPercent: numberOf(homework),
        test: test ? { collectionId, topic, percent: numberOf(testPercent) ?? Number.NaN } : null,
        version: rule.version,
      });
      onDone(saved, `The rule of ${rule.course} is saved.`);
    });
    focusFirstFault(box);
  };
  return (
    <Dialog title={`Rule of ${rule.course}`} onClose={onClose}>
      <form className={form} onSubmit={save} noValidate>
        <TaskProblem task={task} />
        <Field
          label={`Classes attended, in percent (empty: ${rules.institutePercent}, as everywhere)`}
          inputMode="numeric"
          autoComplete="off"
          value={classes}
          error={task.fields.attendancePercent}
          onChange={(event) => setClasses(event.target.value)}
        />
        <Field
          label="Homework done, in percent (empty: none)"
          inputMode="numeric"
          autoComplete="off"
          value={homework}
          error={task.fields.homeworkPercent}
          onChange={(event) => setHomework(event.target.value)}
        />
        <Field kind="select" label="Final test" value={test} onChange={(event) => setTest(event.target.value)}>
          <option value="">none</option>
          {rules.tests.map(({ collectionId, name, topics }) => (
            <optgroup key={collectionId} label={name}>
              {topics.map((topic) => (
                <option key={topic} value={collectionId + separator + topic}>
                  {topic}
                </option>
              ))}
            </optgroup>
          ))}
        </Field>
        {task.fields.test ? <p className={fault}>{task.fields.test}</p> : null}
        {test ? (
          <Field
            label="Passed with, in percent"
            inputMode="numeric"
            autoComplete="off"
            value={testPercent}
            error={task.fields["test.percent"]}
            onChange={(event) => setTestPercent(event.target.value)}
          />
        ) : null}
        <p>The best result counts that a learner has as a signed-in learner since the purchase.</p>
        <ButtonRow>
          <Button type="submit" isBusy={task.isBusy}>
            Save the rule
          </Button>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

function textOf(percent: number | null): string {
  return percent === null ? "" : String(percent);
}

/** The server refuses what is not a number. */
function numberOf(text: string): number | null {
  return text.trim() === "" ? null : Number(text.replace(/[\s%]/g, ""));
}
