import type { ReactNode } from "react";
import { Tag } from "./tag.tsx";
import * as styles from "./teaser.module.css";

type Props = {
  picture: string;
  heading: ReactNode;
  text: string;
  aside: string;
  price: string;
  tags?: string[];
  /** Visible at once: its picture does not wait. */
  isFirst?: boolean;
  /** Why this course is shown. */
  note?: ReactNode;
};

/** A picture, a heading whose `CoverLink` covers it all, a few lines, and a closing line with a price. */
export function Teaser({ picture, heading, text, aside, price, tags = [], isFirst = false, note }: Props) {
  return (
    <li className={styles.teaser}>
      <div className={styles.picture}>
        <img
          src={picture}
          alt=""
          width="320"
          height="240"
          {...(isFirst ? { fetchPriority: "high" } : { loading: "lazy" })}
        />
      </div>
      {tags.length > 0 ? (
        <p className="mt-4 flex gap-2">
          {tags.map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </p>
      ) : null}
      {heading}
      <p className="mt-2 mb-4 text-s text-ink-2">{text}</p>
      {note}
      <p className={styles.foot}>
        {aside}
        <b>{price}</b>
      </p>
    </li>
  );
}
