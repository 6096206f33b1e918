import { splitWritten } from "../lib/written-text.ts";
import * as styles from "./written.module.css";

/** What somebody wrote: its lines, its code and its links. Nothing in it is markup. */
export function Written({ text }: { text: string }) {
  return (
    <div className={styles.written}>
      {splitWritten(text).map((block, place) =>
        block.kind === "code" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text never move.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard.
          <pre key={place} tabIndex={0}>
            <code>{block.text}</code>
          </pre>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a text never move.
          <p key={place}>
            {block.parts.map((part, at) =>
              part.url ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never move.
                <a key={at} href={part.url} target="_blank" rel="noreferrer nofollow ugc">
                  {part.text}
                </a>
              ) : (
                part.text
              ),
            )}
          </p>
        ),
      )}
    </div>
  );
}
