import type { AwardRule, AwardRules } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Message } from "../../ui/message.tsx";
import { awardClient } from "../client.ts";
import { Button } from "../controls.tsx";
import { choice, form, more } from "../forms.module.css";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { BackLink, PageHead, PageSection } from "../page-head.tsx";
import * as table from "../table.module.css";
import { TaskProblem } from "../task-problem.tsx";
import { useTask } from "../use-task.ts";
import { rulesKey, useRules } from "./award-queries.ts";
import { RuleDialog } from "./rule-dialog.tsx";
import * as styles from "./rules.module.css";

export default function CertificateRules() {
  const queries = useQueryClient();
  const { data, error, refetch } = useRules();
  const [open, setOpen] = useState<AwardRule | null>(null);
  const [news, setNews] = useState("");
  const show = (rules: AwardRules, text: string) => {
    queries.setQueryData(rulesKey, rules);
    setOpen(null);
    setNews(text);
  };
  return (
    <>
      <BackLink to="/staff/certificates">Certificates</BackLink>
      <PageHead
        title="Rules for certificates"
        about="What learners must do to earn the certificate of a course. Certificates that were issued stay."
      />
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {error ? <LoadProblem what="The rules" error={error} onRetry={refetch} /> : null}
      {data || error ? null : <Loading />}
      {data ? (
        <>
          <PageSection id="automatic" title="Who issues them">
            <Automatic rules={data} onSaved={show} />
          </PageSection>
          <PageSection id="rules" title="Courses" count={data.rules.length}>
            <RuleTable rules={data} onChange={setOpen} />
          </PageSection>
          {open ? <RuleDialog rule={open} rules={data} onDone={show} onClose={() => setOpen(null)} /> : null}
        </>
      ) : null}
    </>
  );
}

type AutomaticProps = { rules: AwardRules; onSaved(rules: AwardRules, news: string): void };

function Automatic({ rules: { issuesAutomatically, settingsVersion: version }, onSaved }: AutomaticProps) {
  const task = useTask();
  const save = (isOn: boolean) =>
    task.run(async () => {
      const saved = await awardClient.saveAutomatic({ issuesAutomatically: isOn, version });
      onSaved(saved, isOn ? "Certificates are issued as soon as they are earned." : "Staff issue certificates now.");
    });
  return (
    <div className={form}>
      <label className={choice}>
        <input
          type="checkbox"
          checked={issuesAutomatically}
          disabled={task.isBusy}
          onChange={(event) => save(event.target.checked)}
        />
        <span>Issue certificates as soon as they are earned</span>
        <span className={more}>Looked at every hour. Otherwise staff issue them from the list.</span>
      </label>
      <TaskProblem task={task} />
    </div>
  );
}

function RuleTable({ rules, onChange }: { rules: AwardRules; onChange(rule: AwardRule): void }) {
  return (
    <table className={`${table.table} ${table.rows} ${styles.rules}`}>
      <caption className="sr-only">What each course asks for</caption>
      <thead>
        <tr>
          <th>Course</th>
          <th>Classes</th>
          <th>Homework</th>
          <th>Final test</th>
          <th>
            <span className="sr-only">Change</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rules.rules.map((rule) => (
          <tr key={rule.courseId} className={table.row}>
            <td>
              <b>{rule.course}</b>
            </td>
            <td className={styles.part}>
              {rule.attendancePercent === null
                ? `${rules.institutePercent} % of the classes, as everywhere`
                : `${rule.attendancePercent} % of the classes`}
            </td>
            <td className={styles.part}>
              {rule.homeworkPercent === null ? (
                <span className={table.dim}>no homework</span>
              ) : (
                `${rule.homeworkPercent} % of the homework`
              )}
            </td>
            <td className={styles.part}>
              {rule.test ? (
                `${testName(rules, rule.test)}, ${rule.test.percent} %`
              ) : (
                <span className={table.dim}>no test</span>
              )}
            </td>
            <td className={`${table.end} ${styles.change}`}>
              <Button look="quiet" onClick={() => onChange(rule)}>
                Change<span className="sr-only"> the rule of {rule.course}</span>
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function testName({ tests }: AwardRules, { collectionId, topic }: { collectionId: string; topic: string }): string {
  const name = tests.find((test) => test.collectionId === collectionId)?.name ?? collectionId;
  return `${name}: ${topic}`;
}
