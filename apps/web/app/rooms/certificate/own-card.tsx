import type { LearnerCertificate } from "@shoreline/contract";
import { useState } from "react";
import { Link } from "react-router";
import { formatDay } from "../../lib/format.ts";
import { Icon } from "../../ui/icon.tsx";
import { Message, Notice, type NoticeContent } from "../../ui/message.tsx";
import { Tile } from "../../ui/tile.tsx";
import { shareAddress } from "./actions.tsx";
import * as idStyles from "./certificate-id.module.css";
import { viewPath } from "./found-certificate.ts";
import { NameSwitch } from "./name-switch.tsx";
import * as styles from "./own-card.module.css";
import { CertificatePicture } from "./picture.tsx";
import { ShareRow } from "./share-row.tsx";

type Props = { certificate: LearnerCertificate; timeZone: string };

/** One of the learner's own certificates: to view, share and download. */
export function OwnCard({ certificate, timeZone }: Props) {
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const { certificateId, courseCompleted, certificateEarned, issuedBy, isRevoked, replacedBy } = certificate;
  return (
    <Tile as="article">
      <Link
        to={viewPath(certificateId)}
        className={styles.picture}
        aria-label={`${courseCompleted}: open certificate ${certificateId}`}
      >
        <CertificatePicture certificate={certificate} sizes="(min-width: 1024px) 46vw, 94vw" />
      </Link>
      <div>
        <h2>{courseCompleted}</h2>
        <p className="text-ink-2">
          <span className={idStyles.id}>{certificateId}</span>, earned on {formatDay(certificateEarned, { timeZone })}
        </p>
        {isRevoked ? (
          <NotValid certificate={certificate} timeZone={timeZone} />
        ) : (
          <ShareRow
            certificate={certificate}
            timeZone={timeZone}
            url={shareAddress(certificateId)}
            words={`I have completed ${courseCompleted} at ${issuedBy}. Here is my certificate:`}
            onNotice={setNotice}
          />
        )}
        {replacedBy ? null : <NameSwitch certificate={certificate} onNotice={setNotice} />}
        <Message notice={notice} onDismiss={() => setNotice(null)} />
      </div>
    </Tile>
  );
}

function NotValid({ certificate: { replacedBy, revokedAt, revokedReason }, timeZone }: Props) {
  if (!replacedBy)
    return (
      <Notice look="wrong">
        <Icon name="warn" />
        <span>Revoked. {revokedReason}</span>
      </Notice>
    );
  return (
    <Notice look="waiting">
      <Icon name="arrow" />
      <span>
        Replaced by <Link to={viewPath(replacedBy)}>{replacedBy}</Link>
        {revokedAt ? ` on ${formatDay(revokedAt, { timeZone })}` : ""}. Use the new one.
      </span>
    </Notice>
  );
}
