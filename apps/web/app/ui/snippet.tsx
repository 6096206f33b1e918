import { useState } from "react";
import { copyText } from "../lib/copy-text.ts";
import * as styles from "./snippet.module.css";

type Props = { name: string; text: string; language: string };

/** A piece of code. Long lines scroll inside its box, also by keyboard. */
export function Snippet({ name, text, language }: Props) {
  const [news, setNews] = useState("");
  const copy = async () =>
    setNews((await copyText(text)) ? "Copied" : "Copying is not possible here. Please select the text.");
  return (
    <figure className={styles.snippet}>
      <figcaption className={styles.head}>
        <span>{language || "Code"}</span>
        <span role="status">{news}</span>
        <button type="button" className={styles.copy} onClick={copy} aria-label={`Copy ${name}`}>
          Copy
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines must be scrollable by keyboard. */}
      <section className={styles.code} tabIndex={0} aria-label={`Code: ${name}`}>
        <pre>
          <code>{text}</code>
        </pre>
      </section>
    </figure>
  );
}
