import type { Graded, Version, WorkPage } from "@shoreline/contract";
import { mostPoints } from "@shoreline/domain/class-homework";
import { FileList } from "../../ui/file-list.tsx";
import { formatWhole } from "../when.ts";
import * as styles from "./grade.module.css";

type Step = { at: string; graded?: Graded; version?: Version };

/** Versions and gradings, the latest first. */
export function WorkHistory({ work: { versions, gradings } }: { work: WorkPage }) {
  const steps: Step[] = [
    ...gradings.map((graded) => ({ at: graded.at, graded })),
    ...versions.map((version) => ({ at: version.at, version })),
  ].sort((one, other) => other.at.localeCompare(one.at));
  if (steps.length === 0) return <p>Nothing was handed in yet.</p>;
  return steps.map(({ graded, version }) =>
    graded ? (
      <Said key={`graded ${graded.at}`} graded={graded} />
    ) : version ? (
      <Handed key={version.submissionId} version={version} />
    ) : null,
  );
}

function Handed({ version: { version, text, link, files, at, isLate } }: { version: Version }) {
  return (
    <article className={styles.step}>
      <h3>
        Version {version} <span className={styles.dim}>{formatWhole(at)}</span>
        {isLate ? <b className={styles.late}>late</b> : null}
      </h3>
      {text ? <p className={styles.text}>{text}</p> : null}
      {link ? (
        <a href={link} target="_blank" rel="noreferrer nofollow" className={styles.link}>
          {link}
        </a>
      ) : null}
      <FileList files={files} />
    </article>
  );
}

function Said({ graded: { outcome, lines, points, comment, at, who } }: { graded: Graded }) {
  return (
    <article className={styles.step} data-said>
      <h3>
        {outcome === "done" ? "Graded" : "Given back"}
        {points === null ? null : (
          <span>
            {points} of {mostPoints(lines)}
          </span>
        )}
        <span className={styles.dim}>
          {formatWhole(at)}
          {who ? `, ${who}` : ""}
        </span>
      </h3>
      {comment ? <p className={styles.text}>{comment}</p> : null}
      {lines.length > 0 ? (
        <p className={styles.dim}>
          {lines.map(({ text, points: most, given }) => `${text}: ${given} of ${most}`).join(". ")}
        </p>
      ) : null}
    </article>
  );
}
