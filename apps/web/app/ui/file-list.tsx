import * as styles from "./file-list.module.css";
import { Icon } from "./icon.tsx";

/** With a link for who looks at it, unless it was only just uploaded. */
type File = { fileId: string; name: string; bytes: number; url?: string };

export function FileList({ files, onRemove }: { files: File[]; onRemove?(fileId: string): void }) {
  if (files.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {files.map(({ fileId, name, bytes, url }) => (
        <li key={fileId} className={styles.file}>
          <Icon name="receipt" />
          {url ? (
            <a href={url} target="_blank" rel="noreferrer" className={styles.name}>
              {name}
            </a>
          ) : (
            <span className={styles.name}>{name}</span>
          )}
          <span className="text-s text-ink-2">{sizeText(bytes)}</span>
          {onRemove ? (
            <button
              type="button"
              className={styles.remove}
              aria-label={`Remove ${name}`}
              onClick={() => onRemove(fileId)}
            >
              Remove
            </button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** 12 KB, 3.4 MB */
export function sizeText(bytes: number): string {
  const units = ["KB", "MB", "GB"];
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${size < 10 && unit > 0 ? size.toFixed(1) : Math.max(1, Math.round(size))} ${units[unit]}`;
}
