import type { FileReply } from "@shoreline/contract";
import { useState } from "react";
import { errorText } from "../../lib/problem.ts";
import { saveFile } from "../../lib/save-file.ts";
import type { NoticeContent } from "../../ui/message.tsx";
import { MoreButton } from "../../ui/more.tsx";

type Wanted = { ask(): Promise<FileReply>; type: string; name?: string };

/** Saves a file. What went wrong is shown with a second try: a new certificate may still be waiting for its signature. */
export function useDownload(onNotice: (notice: NoticeContent | null) => void) {
  const [isBusy, setBusy] = useState(false);
  async function download({ ask, ...rest }: Wanted): Promise<void> {
    if (isBusy) return;
    onNotice(null);
    setBusy(true);
    try {
      saveFile({ ...(await ask()), ...rest });
    } catch (error) {
      const more = <MoreButton onClick={() => download({ ask, ...rest })}>Try again</MoreButton>;
      onNotice({ kind: "wrong", text: errorText(error), more });
    }
    setBusy(false);
  }
  return { isBusy, download };
}
