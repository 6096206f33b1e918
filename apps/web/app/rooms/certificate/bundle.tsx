import { useState } from "react";
import { learnerClient } from "../../lib/learner.ts";
import { Button } from "../../ui/button.tsx";
import { card } from "../../ui/card.module.css";
import { Icon } from "../../ui/icon.tsx";
import { Message, type NoticeContent } from "../../ui/message.tsx";
import { useDownload } from "./use-download.tsx";

/** All valid certificates in one file, for wallets. */
export function Bundle() {
  const [notice, setNotice] = useState<NoticeContent | null>(null);
  const { isBusy, download } = useDownload(setNotice);
  return (
    <section className={`${card} grid justify-items-start gap-4`} aria-labelledby="all-in-one">
      <h2 id="all-in-one" className="text-xl">
        All your certificates
      </h2>
      <p className="max-w-prose text-ink-2">
        One file (JSON) with every valid certificate and its proof, for wallets and for sites that ask for your badges.
      </p>
      <Message notice={notice} onDismiss={() => setNotice(null)} />
      <Button
        look="line"
        isBusy={isBusy}
        onClick={() => download({ ask: () => learnerClient.certificate.bundle({}), type: "application/json" })}
      >
        {isBusy ? null : <Icon name="download" />} All certificates in one file
      </Button>
    </section>
  );
}
