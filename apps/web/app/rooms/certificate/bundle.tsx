import { learnerClient } from "../../lib/learner.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import type { NoticeContent } from "../../ui/message.tsx";
import { useDownload } from "./use-download.tsx";

/** All valid certificates in one file, for wallets. */
export function Bundle({ onNotice }: { onNotice(notice: NoticeContent | null): void }) {
  const { isBusy, download } = useDownload(onNotice);
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        look="line"
        isBusy={isBusy}
        onClick={() => download({ ask: () => learnerClient.certificate.bundle({}), type: "application/json" })}
      >
        {isBusy ? null : <Icon name="download" />} All certificates in one file
      </Button>
      <p className="text-s text-ink-2">With their proof, for wallets and application portals (JSON).</p>
    </div>
  );
}
