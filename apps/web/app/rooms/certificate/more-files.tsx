import { createClient } from "@shoreline/contract/client";
import { row } from "../../ui/fold.module.css";
import { Icon } from "../../ui/icon.tsx";
import type { NoticeContent } from "../../ui/message.tsx";
import * as styles from "./more-files.module.css";
import { useDownload } from "./use-download.tsx";

// Written out here: from a table of its own the page of a certificate would load three kilobytes more.
const routes = {
  png: "GET /certificate/png/{certificateId}",
  svg: "GET /certificate/svg/{certificateId}",
  credential: "GET /certificate/{certificateId}/credential",
} as const;
const { certificate: files } = createClient((path, init) => fetch(path, init), { certificate: routes });

type Kind = keyof typeof routes;

const kinds: Record<Kind, { title: string; use: string; end: string; type: string }> = {
  png: {
    title: "Picture (PNG)",
    use: "To show and to upload. The proof is inside the file.",
    end: "png",
    type: "image/png",
  },
  svg: {
    title: "Drawing (SVG)",
    use: "The same picture, sharp at every size, for print.",
    end: "svg",
    type: "image/svg+xml",
  },
  credential: {
    title: "For wallets (JSON)",
    use: "The signed Open Badges credential, for badge sites too.",
    end: "json",
    type: "application/json",
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
  const { title, use, end, type } = kinds[kind];
  const { isBusy, download } = useDownload(onNotice);
  const name = `${certificateId}.${end}`;
  return (
    <li>
      <a
        href={routes[kind].replace("GET ", "/api").replace("{certificateId}", encodeURIComponent(certificateId))}
        download={name}
        aria-busy={isBusy}
        onClick={(event) => {
          event.preventDefault();
          download({ ask: () => files[kind]({ certificateId }), name, type });
        }}
      >
        {title}
      </a>
      <span>{use}</span>
    </li>
  );
}
