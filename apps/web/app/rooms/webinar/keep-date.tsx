import { Icon } from "../../ui/icon.tsx";

export function KeepDate({ google, file }: { google: string; file: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-5">
      <span className="text-s text-ink-2">Add to calendar</span>
      <a className="more" href={google} target="_blank" rel="noopener noreferrer">
        <Icon name="calendar" /> Google
      </a>
      <a className="more" href={file} download>
        <Icon name="download" /> Other calendars (.ics)
      </a>
    </p>
  );
}
