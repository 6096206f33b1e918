import { useEffect, useState } from "react";
import { forgetDraft, type HomeworkDraft, keepDraft, readDraft } from "../../lib/homework-drafts.ts";
import { newId } from "../../lib/submission.ts";

const empty: HomeworkDraft = { title: "", text: "", link: "" };

/** What is typed is kept on this device until it is sent. */
export function useDraft(of: string) {
  const [draft, setDraft] = useState(() => ({ ...empty, ...readDraft(of) }));
  useEffect(() => {
    if (draft.title || draft.text) keepDraft(of, draft);
    else forgetDraft(of);
  }, [of, draft]);
  return {
    draft: { title: draft.title ?? "", text: draft.text },
    change: (part: { title?: string; text?: string }) => setDraft({ ...draft, ...part }),
    /** The same content again, also after a reload, is the same attempt until it is sent. */
    attempt(content: string): string {
      const attempt = draft.attempt?.content === content ? draft.attempt : { id: newId(), content };
      setDraft({ ...draft, attempt });
      return attempt.id;
    },
    /** Also where the form closes with it. */
    clear() {
      forgetDraft(of);
      setDraft(empty);
    },
  };
}
