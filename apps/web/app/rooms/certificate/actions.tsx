import { useState } from "react";
import { browserClient } from "../../lib/api.ts";
import { copyText } from "../../lib/copy-text.ts";
import { Button, ButtonLink, Spinner } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { NoticeContent } from "../../ui/message.tsx";
import { viewPath } from "./found-certificate.ts";
import { useDownload } from "./use-download.tsx";

type Props = { certificateId: string; onNotice(notice: NoticeContent | null): void };

/** Downloads the PDF, named after the certificate. */
export function Download({ certificateId, onNotice }: Props) {
  const { isBusy, download } = useDownload(onNotice);
  return (
    <ButtonLink
      to={`/api/certificate/pdf/${encodeURIComponent(certificateId)}`}
      download={`${certificateId}.pdf`}
      aria-busy={isBusy}
      onClick={(event) => {
        event.preventDefault();
        download({ ask: () => browserClient.certificate.pdf({ certificateId }), type: "application/pdf" });
      }}
    >
      {isBusy ? <Spinner /> : <Icon name="download" />} Download
      <span className="sr-only"> certificate {certificateId} as PDF</span>
    </ButtonLink>
  );
}

export function shareAddress(certificateId: string): string {
  return window.location.origin + viewPath(certificateId);
}

export function CopyLink({ certificateId, onNotice }: Props) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    const address = shareAddress(certificateId);
    const isDone = await copyText(address);
    setCopied(isDone);
    // If copying is not allowed, show the link.
    onNotice({ kind: "done", text: isDone ? "Link copied." : `The link is ${address}` });
  }
  return (
    <Button look="line" onClick={copy}>
      <Icon name={isCopied ? "check" : "link"} /> Copy link
      <span className="sr-only"> to certificate {certificateId}</span>
    </Button>
  );
}
