import type { MeetingAccount } from "@shoreline/contract";
import { Button, IconButton } from "../controls.tsx";
import { Menu, MenuAction } from "../menu.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { formatWhole } from "../when.ts";
import * as styles from "./connection-table.module.css";
import { providerNames, shortAccount } from "./meeting-words.ts";

type Actions = {
  onTest(account: MeetingAccount): void;
  onChange(account: MeetingAccount): void;
  onClose(account: MeetingAccount): void;
};
type Props = Actions & { accounts: MeetingAccount[]; onNew(): void };

export function MeetingTable({ accounts, onNew, ...actions }: Props) {
  if (accounts.length === 0)
    return (
      <NothingYet title="No meeting account yet.">
        <p>
          With an account at BigBlueButton, Zoom or Google Meet, each class of a batch gets a meeting by itself, and the
          minutes of those who came are stored.
        </p>
        <Button look="line" onClick={onNew}>
          Add the first account
        </Button>
      </NothingYet>
    );
  return (
    <table className={`${table.table} ${table.rows}`}>
      <caption className="sr-only">Meeting accounts</caption>
      <thead>
        <tr>
          <th>Name</th>
          <th className={styles.less}>Where</th>
          <th>State</th>
          <th className={styles.number}>At once</th>
          <th className={styles.number}>Ahead</th>
          <th className={table.end}>
            <span className="sr-only">More</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <AccountRow key={account.accountId} account={account} {...actions} />
        ))}
      </tbody>
    </table>
  );
}

function AccountRow({ account, onTest, onChange, onClose }: Actions & { account: MeetingAccount }) {
  const { accountId, kind, name, settings, atOnce, ahead, closedAt } = account;
  return (
    <tr>
      <td className={styles.first}>
        <span className={styles.name} title={name}>
          {name}
        </span>
      </td>
      <td className={styles.less}>
        {providerNames[kind]}, {shortAccount(settings)}
      </td>
      <td className={styles.state}>
        <AccountState {...account} />
      </td>
      <td className={styles.number}>{atOnce}</td>
      <td className={styles.number}>{ahead}</td>
      <td className={`${table.end} ${styles.more}`}>
        {closedAt ? null : (
          <Menu
            button={(props) => <IconButton {...props} icon="dots" label={`More for ${name}`} data-row={accountId} />}
          >
            <MenuAction onChoose={() => onTest(account)}>Test the account</MenuAction>
            <MenuAction onChoose={() => onChange(account)}>Change the account</MenuAction>
            <MenuAction onChoose={() => onClose(account)}>Close the account</MenuAction>
          </Menu>
        )}
      </td>
    </tr>
  );
}

function AccountState({ closedAt, problem }: MeetingAccount) {
  if (closedAt)
    return (
      <StatusMark shape="off">
        <span title={formatWhole(closedAt)}>Closed</span>
      </StatusMark>
    );
  if (!problem) return <StatusMark shape="done">In use</StatusMark>;
  return (
    <StatusMark shape="act">
      <span title={problem}>Refuses</span>
      <span className="sr-only">: {problem}</span>
    </StatusMark>
  );
}
