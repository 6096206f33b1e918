import type { WebinarPage } from "@shoreline/contract";
import { FoldNumber } from "../../ui/fold.tsx";
import { Split } from "../../ui/split.tsx";
import * as styles from "./about.module.css";
import { Mentor } from "./mentor.tsx";
import { RoomLook } from "./room-look.tsx";

/** Preview, topics and mentor: to be read, and drawn by the server. */
export default function About({ webinar }: { webinar: WebinarPage }) {
  const { duration, topics, mentor } = webinar;
  return (
    <>
      <Split id="preview" number={1} title="Preview" text={`${duration} minutes, live, with time for your questions.`}>
        <RoomLook webinar={webinar} />
      </Split>
      <Split id="topics" number={2} title="What we cover" text={`${topics.length} topics, in this order.`}>
        <ol className={styles.topics}>
          {topics.map((topic, n) => (
            <li key={topic.title}>
              <FoldNumber className="pt-1" aria-hidden="true">
                {n + 1}
              </FoldNumber>
              <h3 className="text-heading">{topic.title}</h3>
              <p>{topic.subtitle}</p>
            </li>
          ))}
        </ol>
      </Split>
      <Mentor mentor={mentor} number={3} />
    </>
  );
}
