import { useId, useState } from "react";
import type { UploadItem, Uploads } from "../lib/use-uploads.ts";
import { sizeText } from "./file-list.tsx";
import { Icon } from "./icon.tsx";
import * as styles from "./upload-list.module.css";

type Props = {
  uploads: Uploads;
  label: string;
  hint?: string;
  /** How many more may be chosen. */
  most: number;
  /** As in an input of files: ".pdf,.zip" or "video/*". */
  accept?: string;
};

/** Chooses files, and shows how far they are. */
export function UploadList({ uploads, label, hint, most, accept }: Props) {
  const id = useId();
  const { items } = uploads;
  const room = most - items.filter(({ step }) => step !== "failed" && step !== "refused").length;
  const [isCut, setCut] = useState(false);
  return (
    <div className={styles.box}>
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {room > 0 ? (
        <input
          id={id}
          type="file"
          multiple={most > 1}
          accept={accept}
          className={styles.choose}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={({ currentTarget }) => {
            const chosen = [...(currentTarget.files ?? [])];
            uploads.add(chosen.slice(0, room));
            setCut(chosen.length > room);
            currentTarget.value = "";
          }}
        />
      ) : null}
      {isCut ? <p role="status">At most {most} files at once: the others were not added.</p> : null}
      {items.length > 0 ? (
        <ul className={styles.list}>
          {items.map((item) => (
            <Row key={item.key} item={item} uploads={uploads} />
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function Row({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  const { key, name, bytes, step, percent, text } = item;
  const isMoving = step === "running" || step === "waiting";
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <bdi>{name}</bdi> <span className={styles.size}>{sizeText(bytes)}</span>
      </span>
      <span className={styles.buttons}>
        {isMoving ? (
          <Small label={`Pause ${name}`} onClick={() => uploads.pause(key)}>
            Pause
          </Small>
        ) : null}
        {step === "paused" || step === "failed" ? (
          <Small
            label={`${step === "failed" ? "Try again" : "Go on"} with ${name}`}
            onClick={() => uploads.resume(key)}
          >
            {step === "failed" ? "Try again" : "Go on"}
          </Small>
        ) : null}
        <Small label={`Remove ${name}`} onClick={() => uploads.remove(key)}>
          Remove
        </Small>
      </span>
      {step === "ready" || step === "refused" ? null : (
        <progress className={styles.bar} max={100} value={percent} aria-label={name} />
      )}
      <span className={styles.state} data-failed={step === "failed" || step === "refused" || undefined} role="status">
        {step === "ready" ? <Icon name="check" /> : null}
        {stateText({ step, percent, text })}
      </span>
    </li>
  );
}

type SmallProps = { label: string; onClick(): void; children: string };

const Small = ({ label, onClick, children }: SmallProps) => (
  <button type="button" className={styles.small} aria-label={label} onClick={onClick}>
    {children}
  </button>
);

function stateText({ step, percent, text }: Pick<UploadItem, "step" | "percent" | "text">): string {
  if (step === "ready") return "Uploaded";
  if (step === "checking" || step === "sent") return "Uploaded. It is being checked.";
  if (step === "waiting") return `${percent} % – waiting for the network. It goes on by itself.`;
  if (step === "paused") return `${percent} % – paused`;
  if (step === "failed" || step === "refused") return text;
  // In steps of ten, so that a screen reader does not read every percent.
  return percent === 0 ? "Starting" : `${Math.floor(percent / 10) * 10} %`;
}
