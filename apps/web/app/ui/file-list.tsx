import { Icon } from "./icon.tsx";

type File = { fileId: string; name: string; bytes: number };

export function FileList({ files }: { files: File[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="grid gap-1">
      {files.map(({ fileId, name, bytes }) => (
        <li key={fileId} className="flex flex-wrap items-center gap-2">
          <Icon name="receipt" />
          <span className="min-w-0 break-words">{name}</span>
          <span className="text-s text-ink-2">{sizeText(bytes)}</span>
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
