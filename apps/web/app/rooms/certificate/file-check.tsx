import { useEffect, useRef, useState } from "react";
import { Button, Spinner } from "../../ui/button.tsx";
import { checkOne, type Outcome } from "./check-one.ts";
import { RefusedCard } from "./refused-card.tsx";
import * as styles from "./verdict.module.css";

const mostFiles = 10;

/** A card for each chosen file. */
export function FileCheck({ files, timeZone }: { files: File[]; timeZone: string }) {
  const checked = files.slice(0, mostFiles);
  return (
    <div className={styles.cards}>
      {checked.map((file, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a file has no name of its own, and the order never changes.
        <FileCard key={at} file={file} isFirst={at === 0} timeZone={timeZone} />
      ))}
      {files.length > mostFiles ? (
        <p role="status">
          The first {mostFiles} of {files.length} files were checked. Choose the others after that.
        </p>
      ) : null}
    </div>
  );
}

type CardProps = { file: File; isFirst: boolean; timeZone: string };

function FileCard({ file, isFirst, timeZone }: CardProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [tries, setTries] = useState(0);
  const card = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks for the same check once more.
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    setOutcome(null);
    checkOne(file, { timeZone, signal }).then((next) => signal.aborted || setOutcome(next));
    return () => leaving.abort();
  }, [file, timeZone, tries]);

  useEffect(() => {
    if (outcome && isFirst) focusHeading(card.current);
  }, [outcome, isFirst]);

  return (
    <div ref={card} role="status" aria-busy={outcome === null}>
      {outcome === null ? (
        <p className={styles.busy}>
          <Spinner />
          Checking {file.name}…
        </p>
      ) : null}
      {outcome?.kind === "refused" ? (
        <RefusedCard name={file.name} outcome={outcome}>
          {outcome.again ? <Button onClick={() => setTries(tries + 1)}>Try again</Button> : null}
        </RefusedCard>
      ) : null}
      {outcome?.kind === "checked" ? (
        <outcome.Card name={file.name} checked={outcome.checked} trusted={outcome.trusted} timeZone={timeZone} />
      ) : null}
    </div>
  );
}

/** Unless the visitor has gone on to something else meanwhile. */
function focusHeading(card: HTMLElement | null): void {
  const { activeElement, body } = document;
  const isHere = activeElement === body || card?.closest("section")?.contains(activeElement);
  if (isHere) card?.querySelector<HTMLElement>("h3")?.focus();
}
