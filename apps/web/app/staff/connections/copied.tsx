import { type ReactNode, useState } from "react";
import { copyText } from "../../lib/copy-text.ts";
import { Button } from "../controls.tsx";
import * as styles from "./copied.module.css";

type Props = {
  /** What it is: the key, the secret. */
  name: string;
  text: string;
  /** More buttons. */
  children?: ReactNode;
};

/** A text for another program, with a button that copies it. */
export function Copied({ name, text, children }: Props) {
  const [news, setNews] = useState("");
  const copy = async () =>
    setNews((await copyText(text)) ? "Copied." : "Copying did not work. Please select the text.");
  return (
    <div className={styles.box}>
      <pre className={styles.text}>{text}</pre>
      <Button look="line" onClick={copy}>
        Copy {name}
      </Button>
      {children}
      <span role="status">{news}</span>
    </div>
  );
}
