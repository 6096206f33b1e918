import { Icon } from "./icon.tsx";
import { ticks } from "./outcomes.module.css";

/** What learners can do after a course. */
export function Outcomes({ list }: { list: string[] }) {
  return (
    <section aria-labelledby="outcomes">
      <h2 id="outcomes" className="text-xl">
        What you will learn
      </h2>
      <ul className={ticks}>
        {list.map((outcome) => (
          <li key={outcome}>
            <Icon name="check" />
            {outcome}
          </li>
        ))}
      </ul>
    </section>
  );
}
