import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./progress.module.css";
import { TextButton } from "./text-button.tsx";

/** The button that was pressed is gone: the focus goes to the harmless choice. */
const takeFocus = (button: HTMLElement | null) => button?.focus();

type Props = { picture: string; answered: boolean[]; onRestart(): void };

/** Progress, a link to each question, and Submit: a column beside the test, on a phone a bar below it. */
export function Progress({ picture, answered, onRestart }: Props) {
  const [isUnfolded, setUnfolded] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const restart = () => {
    setAsking(false);
    onRestart();
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
                  const section = document.getElementById(`question-${n + 1}`);
                  section?.scrollIntoView();
                  section?.focus({ preventScroll: true });
                }}
              >
                {n + 1}
              </a>
            </li>
          ))}
        </ol>
        <p>Press 1 to 4 to choose an answer, and Tab to move on.</p>
        {done === 0 ? null : isAsking ? (
          <fieldset>
            <legend>Delete your answers so far?</legend>
            <TextButton ref={takeFocus} onClick={() => setAsking(false)}>
              Keep them
            </TextButton>{" "}
            <TextButton onClick={restart}>Delete and start again</TextButton>
          </fieldset>
        ) : (
          <TextButton onClick={() => setAsking(true)}>Start again</TextButton>
        )}
      </div>
    </aside>
  );
}
