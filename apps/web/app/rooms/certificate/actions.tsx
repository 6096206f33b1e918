import { browserClient } from "../../lib/api.ts";
import { ButtonLink, Spinner } from "../../ui/button.tsx";
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
