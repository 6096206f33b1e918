import type { Graded, OwnWork, Version } from "@shoreline/contract";
import { mostPoints } from "@shoreline/domain/class-homework";
import { useClassroom } from "../../lib/classroom.ts";
import { formatMoment } from "../../lib/format.ts";
import { card } from "../../ui/card.module.css";
import { FileList } from "../../ui/file-list.tsx";
import { Tag } from "../../ui/tag.tsx";
import * as styles from "./homework.module.css";
import { pointsText } from "./words.ts";

type Step = { at: string; graded?: Graded; version?: Version };

type Props = { work: OwnWork; lastWord: Graded | undefined };

/** Versions and what was said about them, the latest first; without the last word, which is at the top of the page. */
export function History({ work: { versions, gradings }, lastWord }: Props) {
  const steps: Step[] = [
    ...gradings.filter((graded) => graded !== lastWord).map((graded) => ({ at: graded.at, graded })),
    ...versions.map((version) => ({ at: version.at, version })),
  ].sort((one, other) => other.at.localeCompare(one.at));
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-4 text-xl">
        What happened so far
      </h2>
      {steps.map(({ graded, version }) =>
        graded ? (
          <Said key={`graded ${graded.at}`} graded={graded} />
        ) : version ? (
          <Handed key={version.submissionId} version={version} />
        ) : null,
      )}
    </section>
  );
}

function Handed({ version: { version, text, link, files, at, isLate } }: { version: Version }) {
  const { institute } = useClassroom();
  return (
    <article className={styles.step}>
      <h3>
        Version {version} {isLate ? <Tag look="coral">Late</Tag> : null}
      </h3>
      <p className="text-s text-ink-2">You handed it in on {formatMoment(at, institute)}</p>
      {text ? <p className={styles.text}>{text}</p> : null}
      {link ? (
        <p>
          <a href={link} target="_blank" rel="noreferrer nofollow">
            {link}
          </a>
        </p>
      ) : null}
      <FileList files={files} />
    </article>
  );
}

/** `isLast`: in a box of its own, below the title of the page. */
export function Said({ graded, isLast = false }: { graded: Graded; isLast?: boolean }) {
  const { institute } = useClassroom();
  const { outcome, version, lines, comment, at, who } = graded;
  const points = pointsText({ points: graded.points, mostPoints: mostPoints(lines) });
  const Heading = isLast ? "h2" : "h3";
  return (
    <article className={isLast ? `${card} ${styles.said}` : styles.step}>
      <Heading>
        {outcome === "done" ? "Graded" : "Given back"}
        {points ? <Tag look="green">{points}</Tag> : null}
      </Heading>
      <p className="text-s text-ink-2">
        {who || "Your trainer"}, {formatMoment(at, institute)}
        {version > 0 ? `, about version ${version}` : ""}
      </p>
      {comment ? <p className={styles.text}>{comment}</p> : null}
      {lines.length > 0 ? (
        <dl className={styles.rubric}>
          {lines.map(({ text, points: most, given }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may read the same, and they never move.
            <div key={place}>
              <dt>{text}</dt>
              <dd>
                {given} of {most}
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </article>
  );
}
