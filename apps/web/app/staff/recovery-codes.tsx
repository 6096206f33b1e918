import { useState } from "react";
import { copyText } from "../lib/copy-text.ts";
import { saveFile } from "../lib/save-file.ts";
import { Button, ButtonRow } from "./controls.tsx";
import { choice, form } from "./forms.module.css";
import * as styles from "./recovery-codes.module.css";

/** Shown once. */
export function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept(): void }) {
  const [isKept, setKept] = useState(false);
  const [news, setNews] = useState("");
  const text = `${codes.join("\n")}\n`;
  const copy = async () => setNews((await copyText(text)) ? "Copied." : "Copying did not work. Please download them.");
  const download = () =>
    saveFile({ bytes: new TextEncoder().encode(text), name: "recovery-codes.txt", type: "text/plain" });
  return (
    <div className={form}>
      <h2>Your recovery codes</h2>
      <p>Each of them signs you in once if you lose your phone. We cannot show them again.</p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <ButtonRow>
        <Button look="line" onClick={copy}>
          Copy
        </Button>
        <Button look="line" onClick={download}>
          Download
        </Button>
        <Button look="line" onClick={() => window.print()}>
          Print
        </Button>
        <span role="status">{news}</span>
      </ButtonRow>
      <label className={choice}>
        <input type="checkbox" checked={isKept} onChange={(event) => setKept(event.target.checked)} />I have saved these
        codes
      </label>
      <Button disabled={!isKept} onClick={onKept}>
        Continue
      </Button>
    </div>
  );
}
