import type { Certificate } from "@shoreline/contract";
import type { ReactNode } from "react";
import { CopyLink } from "../../ui/copy-link.tsx";
import type { NoticeContent } from "../../ui/message.tsx";
import { Download, shareAddress } from "./actions.tsx";
import { MoreFiles } from "./more-files.tsx";
import { ShareLinks } from "./share-links.tsx";
import * as styles from "./share-row.module.css";

type Props = {
  certificate: Certificate;
  timeZone: string;
  /** The address of the certificate. */
  url: string;
  /** What a message says before the address. */
  words: string;
  onNotice(notice: NoticeContent | null): void;
  children?: ReactNode;
};

/** Download, and below it the ways to share. */
export function ShareRow({ certificate, timeZone, url, words, onNotice, children }: Props) {
  const { certificateId } = certificate;
  return (
    <div className={styles.row}>
      <Download certificateId={certificateId} onNotice={onNotice} />
      <CopyLink
        to={`to certificate ${certificateId}`}
        address={() => shareAddress(certificateId)}
        onNotice={onNotice}
      />
      <ShareLinks certificate={certificate} timeZone={timeZone} url={url} words={words} />
      <MoreFiles certificateId={certificateId} onNotice={onNotice} />
      {children}
    </div>
  );
}
