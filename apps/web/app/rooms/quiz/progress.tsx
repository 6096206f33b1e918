import { useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/message.tsx";
import * as styles from "./progress.module.css";
import { TextButton } from "./text-button.tsx";

// Imported on each try: a failed load may succeed the next time.
const loadDialog = () => import("./restart-dialog.tsx");
type RestartDialog = Awaited<ReturnType<typeof loadDialog>>["default"];

function goTo(number: number): void {
  const section = document.getElementById(`question-${number}`);
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}

type Props = { picture: string; answered: boolean[]; onRestart(): void };

/** Progress, a link to each question, and Submit: a column beside the test, on a phone a bar below it. */
export function Progress({ picture, answered, onRestart }: Props) {
  const [isUnfolded, setUnfolded] = useState(false);
  const [asking, setAsking] = useState<{ Restart?: RestartDialog; isStuck?: boolean }>({});
  const { Restart, isStuck } = asking;
  const keep = () => setAsking({});
  const ask = () =>
    loadDialog().then(
      (loaded) => setAsking({ Restart: loaded.default }),
      () => setAsking({ isStuck: true }),
    );
  const restart = () => {
    // Behind an open dialog nothing takes the focus.
    flushSync(() => {
      keep();
      setUnfolded(false);
      onRestart();
    });
    goTo(1);
  };
  const done = answered.filter(Boolean).length;
  const left = answered.length - done;
  return (
    <aside className={styles.progress} aria-label="Your progress" data-unfolded={isUnfolded}>
      <img src={picture} alt="" width="160" height="120" className={styles.picture} />
      <div className={styles.row}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isUnfolded}
          aria-controls="progress-map"
          onClick={() => setUnfolded(!isUnfolded)}
        >
          <span aria-live="polite">
            <b>{done} answered</b>, {left} left
          </span>
          <Icon name="down" />
        </button>
        <Button type="submit" id="submit-test">
          Submit
        </Button>
      </div>
      <div id="progress-map" className={styles.map}>
        <ol>
          {answered.map((isAnswered, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a question is identified here by its number.
            <li key={n}>
              <a
                href={`#question-${n + 1}`}
                data-answered={isAnswered}
                aria-label={`Question ${n + 1}, ${isAnswered ? "answered" : "not answered"}`}
                onClick={(event) => {
                  event.preventDefault();
                  setUnfolded(false);
                  goTo(n + 1);
                }}
              >
                {n + 1}
              </a>
            </li>
          ))}
        </ol>
        <p>Press 1 to 4 to choose an answer, and Tab to move on.</p>
        {done === 0 ? null : <TextButton onClick={ask}>Start again</TextButton>}
        {isStuck ? (
          <Notice look="wrong" role="alert">
            The server did not answer. Please try again.
          </Notice>
        ) : null}
      </div>
      {Restart ? <Restart onKeep={keep} onRestart={restart} /> : null}
    </aside>
  );
}
