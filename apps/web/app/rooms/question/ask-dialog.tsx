import type { Purchase } from "@shoreline/contract";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/button-row.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Message } from "../../ui/message.tsx";
import { MoreLink } from "../../ui/more.tsx";
import { AskForm } from "./ask-form.tsx";
import type { One } from "./queries.ts";
import { questionPath } from "./words.ts";

export type AskProps = { learnerId: string; purchases: Purchase[]; onClose(): void };

/** From every screen: a question about one of the learner's courses. Loaded when the learner opens it. */
export default function AskDialog({ learnerId, purchases, onClose }: AskProps) {
  const [courseId, setCourseId] = useState(purchases[0]?.course.courseId ?? "");
  const [asked, setAsked] = useState<One | null>(null);
  return (
    <Dialog title="Ask your trainer" onClose={onClose}>
      {asked ? (
        <div className="grid gap-5">
          <Message
            notice={{ kind: "done", text: "Your question is on its way. You are told when there is an answer." }}
            onDismiss={onClose}
          />
          <MoreLink to={questionPath(asked)} onClick={onClose}>
            See your question
          </MoreLink>
          <ButtonRow>
            <Button onClick={onClose} autoFocus>
              Done
            </Button>
          </ButtonRow>
        </div>
      ) : (
        <AskForm learnerId={learnerId} courseId={courseId} isPrivate onAsked={setAsked} onClose={onClose}>
          <Field kind="select" label="Course" value={courseId} onChange={(event) => setCourseId(event.target.value)}>
            {purchases.map(({ course }) => (
              <option key={course.courseId} value={course.courseId}>
                {course.courseName}
              </option>
            ))}
          </Field>
        </AskForm>
      )}
    </Dialog>
  );
}
