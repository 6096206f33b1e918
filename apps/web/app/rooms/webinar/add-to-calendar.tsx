import { Icon } from "../../ui/icon.tsx";
import { MoreLink } from "../../ui/more.tsx";

export function AddToCalendar({ google, file }: { google: string; file: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-5">
      <span className="text-s text-ink-2">Add to calendar</span>
      <MoreLink to={google} target="_blank" rel="noopener noreferrer">
        <Icon name="calendar" /> Google
      </MoreLink>
      <MoreLink to={file} download reloadDocument>
        <Icon name="download" /> Other calendars (.ics)
      </MoreLink>
    </p>
  );
}
