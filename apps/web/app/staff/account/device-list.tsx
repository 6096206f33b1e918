import type { ReactNode } from "react";
import { StaffIcon } from "../icon.tsx";
import * as styles from "./device-list.module.css";

export function DeviceList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

type RowProps = { icon: string; title: string; about: ReactNode; children: ReactNode };

/** What it is, since when, and what to do with it. */
export function DeviceRow({ icon, title, about, children }: RowProps) {
  return (
    <li className={styles.row}>
      <StaffIcon name={icon} />
      <span className={styles.text}>
        <b>{title}</b>
        <span>{about}</span>
      </span>
      <span className={styles.actions}>{children}</span>
    </li>
  );
}
