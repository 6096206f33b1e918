import type { ApiKey } from "@shoreline/contract";
import { Button, IconButton } from "../controls.tsx";
import { Menu, MenuAction } from "../menu.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { formatWhen, formatWhole } from "../when.ts";
import { capitalise } from "../words.ts";
import * as styles from "./connection-table.module.css";

type Props = { keys: ApiKey[]; onNew(): void; onRevoke(key: ApiKey): void };

export function KeyTable({ keys, onNew, onRevoke }: Props) {
  if (keys.length === 0)
    return (
      <NothingYet title="No key yet.">
        <p>
          A key lets another program in: a landing page that adds leads, or a spreadsheet that reads them. Each program
          gets a key of its own, which you can revoke.
        </p>
        <Button look="line" onClick={onNew}>
          Make the first key
        </Button>
      </NothingYet>
    );
  return (
    <table className={`${table.table} ${table.rows}`}>
      <caption className="sr-only">Keys</caption>
      <thead>
        <tr>
          <th>Name</th>
          <th className={styles.begin}>Begins with</th>
          <th className={styles.less}>May</th>
          <th className={styles.least}>Made</th>
          <th className={styles.used}>Last used</th>
          <th>State</th>
          <th className={table.end}>
            <span className="sr-only">More</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.keyId} apiKey={key} onRevoke={onRevoke} />
        ))}
      </tbody>
    </table>
  );
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: Props["onRevoke"] }) {
  const { keyId, name, begin, scopes, madeBy, madeAt, usedAt, revokedAt } = apiKey;
  return (
    <tr>
      <td className={styles.first}>
        <span className={styles.name} title={name}>
          {name}
        </span>
      </td>
      <td className={styles.begin}>{begin}…</td>
      <td className={styles.less}>{capitalise(scopes.join(", "))}</td>
      <td className={styles.least}>
        {formatWhen(madeAt)}
        {madeBy ? `, ${madeBy}` : ""}
      </td>
      <td className={`${table.moment} ${styles.used}`}>{usedAt ? formatWhen(usedAt) : "never"}</td>
      <td className={styles.state}>
        {revokedAt ? (
          <StatusMark shape="off">
            <span title={formatWhole(revokedAt)}>Revoked</span>
          </StatusMark>
        ) : (
          <StatusMark shape="done">In use</StatusMark>
        )}
      </td>
      <td className={`${table.end} ${styles.more}`}>
        {revokedAt ? null : (
          <Menu button={(props) => <IconButton {...props} icon="dots" label={`More for ${name}`} data-row={keyId} />}>
            <MenuAction onChoose={() => onRevoke(apiKey)}>Revoke the key</MenuAction>
          </Menu>
        )}
      </td>
    </tr>
  );
}
