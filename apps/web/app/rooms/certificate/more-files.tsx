import { createClient } from "@shoreline/contract/client";
import { certificateFileRoutes } from "@shoreline/contract/proof-routes";
import { splitRoute } from "@shoreline/contract/public-routes";
import { row } from "../../ui/fold.module.css";
import { Icon } from "../../ui/icon.tsx";
import type { NoticeContent } from "../../ui/message.tsx";
import * as styles from "./more-files.module.css";
import { useDownload } from "./use-download.tsx";

// A client of their own: the table that every page carries does not have these calls.
const { certificate: files } = createClient((path, init) => fetch(path, init), {
  certificate: certificateFileRoutes,
});

type Kind = keyof typeof kinds;

const kinds = {
  png: {
    ...{ title: "Picture (PNG)", use: "To show and to upload. The proof is inside the file." },
    ...{ type: "image/png", end: "png" },
  },
  svg: {
    ...{ title: "Drawing (SVG)", use: "The same picture, sharp at every size, for print." },
    ...{ type: "image/svg+xml", end: "svg" },
  },
  credential: {
    ...{ title: "For wallets (JSON)", use: "The signed Open Badges credential, for wallets and badge sites." },
    ...{ type: "application/json", end: "json" },
  },
};

type Props = { certificateId: string; onNotice(notice: NoticeContent | null): void };

/** The forms of a certificate besides the PDF. The links work without scripts. */
export function MoreFiles({ certificateId, onNotice }: Props) {
  return (
    <details className={row}>
      <summary>
        More files
        <span className="sr-only"> of {certificateId}</span>
        <Icon name="down" />
      </summary>
      <ul className={styles.files}>
        {(Object.keys(kinds) as Kind[]).map((kind) => (
          <FileLine key={kind} kind={kind} certificateId={certificateId} onNotice={onNotice} />
        ))}
      </ul>
    </details>
  );
}

function FileLine({ kind, certificateId, onNotice }: Props & { kind: Kind }) {
  const { title, use, type, end } = kinds[kind];
  const { isBusy, download } = useDownload(onNotice);
  const name = `${certificateId}.${end}`;
  return (
    <li>
      <a
        href={addressOf(kind, certificateId)}
        download={name}
        aria-busy={isBusy}
        onClick={(event) => {
          event.preventDefault();
          download({ ask: () => files[kind]({ certificateId }), type, name });
        }}
      >
        {title}
      </a>
      <span>{use}</span>
    </li>
  );
}

function addressOf(kind: Kind, certificateId: string): string {
  return splitRoute(certificateFileRoutes[kind]).path.replace("{certificateId}", encodeURIComponent(certificateId));
}
