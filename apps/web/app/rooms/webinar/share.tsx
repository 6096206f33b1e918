import { useEffect, useState } from "react";
import { Icon } from "../../ui/icon.tsx";

/** WhatsApp, the bare link, and whatever else this device can share with. */
export function Share({ title, url }: { title: string; url: string }) {
  const [canShare, setCanShare] = useState(false);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => setCanShare(typeof navigator.share === "function"), []);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), 4000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const whatsapp = `https://wa.me/?${new URLSearchParams({ text: `${title} ${url}` })}`;
  return (
    <div className="flex flex-wrap items-center gap-x-5">
      <span className="text-s text-ink-2">Share</span>
      <a className="more" href={whatsapp} target="_blank" rel="noopener noreferrer">
        <Icon name="wa" /> WhatsApp
      </a>
      <button type="button" className="more cursor-pointer text-sea" onClick={() => copy(url).then(setCopied)}>
        <Icon name={isCopied ? "check" : "external"} /> {isCopied ? "Copied" : "Copy link"}
      </button>
      {canShare ? (
        <button
          type="button"
          className="more cursor-pointer text-sea"
          // Whoever closes the list of ways has changed their mind, which is fine.
          onClick={() => navigator.share({ title, url }).catch(() => {})}
        >
          <Icon name="send" /> More ways
        </button>
      ) : null}
      <span role="status" className="sr-only">
        {isCopied ? "The link is copied." : ""}
      </span>
    </div>
  );
}

/** The clipboard is there only on https and on this machine; elsewhere a selection is copied the old way. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    const isDone = document.execCommand("copy");
    field.remove();
    return isDone;
  }
}
