import type { MeetingAccount } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Message, Notice } from "../../ui/message.tsx";
import { meetingsClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageSection } from "../page-head.tsx";
import { useTask } from "../use-task.ts";
import { meetingsKey, useMeetingAccounts } from "./connection-queries.ts";
import * as styles from "./connection-table.module.css";
import { MeetingDialog } from "./meeting-dialog.tsx";
import { MeetingTable } from "./meeting-table.tsx";

type Accounts = Awaited<ReturnType<typeof meetingsClient.accounts>>;
type Open = { change: MeetingAccount } | { close: MeetingAccount } | null;
type Props = { isAdding: boolean; onNew(): void; onAdded(): void; onNews(text: string): void };

export function MeetingSection({ isAdding, onNew, onAdded, onNews }: Props) {
  const { data, error, refetch } = useMeetingAccounts();
  const queries = useQueryClient();
  const [open, setOpen] = useState<Open>(null);
  const [outcome, setOutcome] = useState<{ isFine: boolean; message: string } | null>(null);
  const task = useTask();
  const show = (accounts: Accounts, news: string) => {
    queries.setQueryData(meetingsKey, accounts);
    setOpen(null);
    onAdded();
    onNews(news);
  };
  const test = ({ accountId }: MeetingAccount) => {
    setOutcome(null);
    task.run(async () => setOutcome(await meetingsClient.testAccount({ accountId })));
  };
  const close = async ({ accountId, name }: MeetingAccount) =>
    show(await meetingsClient.closeAccount({ accountId }), `The account ${name} is closed.`);
  const inUse = data?.accounts.filter(({ closedAt }) => !closedAt).length;
  const result = outcome && { kind: outcome.isFine ? ("done" as const) : ("wrong" as const), text: outcome.message };
  return (
    <PageSection id="meetings" title="Meeting accounts" {...(inUse ? { count: inUse } : {})}>
      <Message notice={result} onDismiss={() => setOutcome(null)} />
      {task.isBusy ? <p role="status">Asking the provider…</p> : null}
      <Message notice={task.problem ? { kind: "wrong", text: task.problem.text } : null} onDismiss={task.dismiss} />
      {data?.without ? (
        <Notice look="wrong">
          <p>{withoutText(data.without)}</p>
        </Notice>
      ) : null}
      {data ? (
        <div className={styles.last}>
          <MeetingTable
            accounts={data.accounts}
            onNew={onNew}
            onTest={test}
            onChange={(account) => setOpen({ change: account })}
            onClose={(account) => setOpen({ close: account })}
          />
        </div>
      ) : error ? (
        <LoadProblem what="The list of meeting accounts" error={error} onRetry={refetch} />
      ) : (
        <Loading lines={2} />
      )}
      {isAdding ? <MeetingDialog onDone={show} onClose={onAdded} /> : null}
      {open && "change" in open ? (
        <MeetingDialog account={open.change} onDone={show} onClose={() => setOpen(null)} />
      ) : null}
      {open && "close" in open ? (
        <ConfirmDialog
          title={`Close the account ${open.close.name}`}
          text="No class gets a meeting from it any more. Classes that come move to another account within minutes, if one is free then. This cannot be undone: add it again instead."
          button="Close the account"
          isHard
          run={() => close(open.close)}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </PageSection>
  );
}

function withoutText(count: number): string {
  const classes = count === 1 ? "One class of the next three days has" : `${count} classes of the next three days have`;
  return `${classes} no meeting, because no account is free then. Add an account, or let one hold more at once.`;
}
