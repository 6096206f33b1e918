import type { ApiKey } from "@shoreline/contract";
import { IconButton } from "../controls.tsx";
import { Menu, MenuAction } from "../menu.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { formatWhen, formatWhole } from "../when.ts";
import { capitalise } from "../words.ts";
import * as styles from "./connection-table.module.css";

type Props = { keys: ApiKey[]; onRevoke(key: ApiKey): void };

export function KeyTable({ keys, onRevoke }: Props) {
  if (keys.length === 0)
    return (
      <p>
        No key yet. A key lets another program, such as a landing page or a spreadsheet, add or read leads. Press “New
        key”.
      </p>
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
