import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import * as styles from "./progress.module.css";
import { TextButton } from "./text-button.tsx";

/** The button that was pressed is gone: the focus goes to what takes its place. */
const takeFocus = (next: HTMLElement | null) => next?.focus();

function goTo(number: number): void {
  const section = document.getElementById(`question-${number}`);
  section?.scrollIntoView();
  section?.focus({ preventScroll: true });
}

type Props = { picture: string; answered: boolean[]; onRestart(): void };

/** Progress, a link to each question, and Submit: a column beside the test, on a phone a bar below it. */
export function Progress({ picture, answered, onRestart }: Props) {
  const [isUnfolded, setUnfolded] = useState(false);
  const [asked, setAsked] = useState<"never" | "now" | "before">("never");
  const keep = () => setAsked("before");
  const restart = () => {
    setAsked("never");
    onRestart();
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
        {done === 0 ? null : asked === "now" ? (
          <fieldset
            ref={takeFocus}
            tabIndex={-1}
            className={styles.question}
            onKeyDown={(event) => event.key === "Escape" && keep()}
          >
            <legend>Delete your answers so far?</legend>
            <Button look="line" onClick={keep}>
              Keep them
            </Button>
            <Button look="danger-line" onClick={restart}>
              Delete and start again
            </Button>
          </fieldset>
        ) : (
          <TextButton {...(asked === "before" ? { ref: takeFocus } : {})} onClick={() => setAsked("now")}>
            Start again
          </TextButton>
        )}
      </div>
    </aside>
  );
}
