import { useState } from "react";
import { copyText } from "../lib/copy-text.ts";
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import type { NoticeContent } from "./message.tsx";

type Props = {
  /** Follows "Copy link" for people who do not see the page: "to certificate OCNST00001". */
  to: string;
  address(): string;
  onNotice(notice: NoticeContent): void;
};

export function CopyLink({ to, address, onNotice }: Props) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    const isDone = await copyText(address());
    setCopied(isDone);
    // If copying is not allowed, show the link.
    onNotice({ kind: "done", text: isDone ? "Link copied." : `The link is ${address()}` });
  }
  return (
    <Button look="line" onClick={copy}>
      <Icon name={isCopied ? "check" : "link"} /> Copy link
      <span className="sr-only"> {to}</span>
    </Button>
  );
}
