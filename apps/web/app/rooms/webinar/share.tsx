import { useEffect, useState } from "react";
import { copyText } from "../../lib/copy-text.ts";
import { Icon } from "../../ui/icon.tsx";
import { MoreButton, MoreLink } from "../../ui/more.tsx";
import { AddToCalendar } from "./add-to-calendar.tsx";

type Props = { title: string; url: string; calendar: { google: string; file: string } };

/** Calendar and share buttons: WhatsApp, the link, and the share menu of the device. */
export default function Share({ title, url, calendar }: Props) {
  const [canShare, setCanShare] = useState(false);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => setCanShare("share" in navigator), []);
  const copyLink = async () => setCopied(await copyText(url));
  return (
    <>
      <AddToCalendar {...calendar} />
      <div className="flex flex-wrap items-center gap-x-5">
        <span className="text-s text-ink-2">Share</span>
        <MoreLink
          to={`https://wa.me/?text=${encodeURIComponent(`${title} ${url}`)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Icon name="wa" /> WhatsApp
        </MoreLink>
        <MoreButton onClick={copyLink}>
          <Icon name={isCopied ? "check" : "external"} /> {isCopied ? "Copied" : "Copy link"}
        </MoreButton>
        {canShare ? (
          <MoreButton
            // Closing the share menu rejects the promise; that is not an error.
            onClick={() => navigator.share({ title, url }).catch(() => {})}
          >
            <Icon name="send" /> More ways
          </MoreButton>
        ) : null}
        <span role="status" className="sr-only">
          {isCopied ? "Link copied." : ""}
        </span>
      </div>
    </>
  );
}
