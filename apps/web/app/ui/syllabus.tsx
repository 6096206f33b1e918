import { Fold } from "./fold.tsx";
import * as styles from "./syllabus.module.css";

type Props = { sections: { title: string; topics: string[] }[]; hasCounts?: boolean };

/** The table of contents of a course, one section open at a time. */
export function Syllabus({ sections, hasCounts = false }: Props) {
  return (
    <div>
      {sections.map(({ title, topics }, n) => (
        <Fold
          key={title}
          group="contents"
          number={n + 1}
          title={title}
          {...(hasCounts ? { aside: topics.length === 1 ? "1 topic" : `${topics.length} topics` } : {})}
        >
          <ul className={styles.topics}>
            {topics.map((topic) => (
              <li key={topic}>{topic}</li>
            ))}
          </ul>
        </Fold>
      ))}
    </div>
  );
}
