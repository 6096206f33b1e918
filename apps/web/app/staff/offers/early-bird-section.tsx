import type { Offers, StaffEarlyBird } from "@shoreline/contract";
import { Button, IconButton } from "../controls.tsx";
import { Menu, MenuAction } from "../menu.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { PageSection } from "../page-head.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import * as styles from "./offer-table.module.css";
import { dayText, formatPaise } from "./offer-words.ts";

type Actions = { onChange(earlyBird: StaffEarlyBird): void; onEnd(earlyBird: StaffEarlyBird): void };
type Props = Actions & { earlyBirds: Offers["earlyBirds"]; onNew(): void };

export function EarlyBirdSection({ earlyBirds, onNew, ...actions }: Props) {
  return (
    <PageSection
      id="early-birds"
      title="Early-bird prices"
      {...(earlyBirds.length ? { count: earlyBirds.length } : {})}
    >
      {earlyBirds.length === 0 ? (
        <NothingYet title="No early-bird price yet.">
          <p>A lower price of a course until the end of a day. Its page shows both prices and the day.</p>
          <Button look="line" onClick={onNew}>
            Set the first early-bird price
          </Button>
        </NothingYet>
      ) : (
        <EarlyBirdTable earlyBirds={earlyBirds} {...actions} />
      )}
    </PageSection>
  );
}

function EarlyBirdTable({ earlyBirds, onChange, onEnd }: Actions & Pick<Props, "earlyBirds">) {
  return (
    <table className={`${table.table} ${table.rows}`}>
      <caption className="sr-only">Early-bird prices</caption>
      <thead>
        <tr>
          <th>Course</th>
          <th className={styles.number}>Price</th>
          <th className={styles.number}>List price</th>
          <th>Last day</th>
          <th>State</th>
          <th className={table.end}>
            <span className="sr-only">More</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {earlyBirds.map((one) => (
          <tr key={one.courseId}>
            <td className={styles.first}>
              <span className={styles.name}>{one.courseName}</span>
            </td>
            <td className={styles.number}>{formatPaise(one.priceInPaise)}</td>
            <td className={styles.number}>
              <span className={styles.word}>instead of </span>
              <span className={table.dim}>{formatPaise(one.listPriceInPaise)}</span>
            </td>
            <td className={styles.fact}>
              <span className={styles.word}>until </span>
              {dayText(one.lastDay)}
            </td>
            <td className={styles.fact}>
              <StatusMark shape={one.isOver ? "off" : "done"}>{one.isOver ? "Over" : "Active"}</StatusMark>
            </td>
            <td className={`${table.end} ${styles.more}`}>
              <Menu button={(props) => <IconButton {...props} icon="dots" label={`More for ${one.courseName}`} />}>
                <MenuAction onChoose={() => onChange(one)}>Change the price</MenuAction>
                <MenuAction onChoose={() => onEnd(one)}>End the price</MenuAction>
              </Menu>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
