import { Fold } from "./fold.tsx";

type Props = { sections: { title: string; topics: string[] }[] };

/** The table of contents of a course, one section open at a time. */
export function Syllabus({ sections }: Props) {
  return (
    <div>
      {sections.map(({ title, topics }, n) => (
        <Fold key={title} group="contents" number={n + 1} title={title}>
          <ul className="topics">
            {topics.map((topic) => (
              <li key={topic}>{topic}</li>
            ))}
          </ul>
        </Fold>
      ))}
    </div>
  );
}
