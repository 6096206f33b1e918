import type { ClassPage } from "@shoreline/contract";
import { useState } from "react";
import { Notice } from "../../ui/message.tsx";
import { Button, ButtonRow } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { counted } from "./class-words.ts";
import { CorrectDialog } from "./correct-dialog.tsx";
import type { KeptMark } from "./kept-marks.ts";
import { refused as look } from "./roll-call.module.css";

type Props = {
  page: ClassPage;
  refused: KeptMark[];
  onExplain(marks: KeptMark[], reason: string): void;
  onDrop(markIds: string[]): void;
};

/** Nothing that somebody marked vanishes without a word. */
export function RefusedMarks({ page, refused, onExplain, onDrop }: Props) {
  const [isExplaining, setExplaining] = useState(false);
  if (refused.length === 0) return null;
  const nameOf = (id: string) => page.roll.find(({ learnerId }) => learnerId === id)?.name ?? "Somebody";
  const late = refused.filter(({ needsReason }) => needsReason);
  return (
    <div role="alert" className={look}>
      <Notice look="wrong">
        <StaffIcon name="warn" />
        <div>
          <p>
            <b>The server refused {refused.length === 1 ? "a mark" : `${refused.length} marks`}.</b>
          </p>
          <ul>
            {refused.map(({ markId, learnerId, mark, problem }) => (
              <li key={markId}>
                {nameOf(learnerId)}, {mark}: {problem}
              </li>
            ))}
          </ul>
        </div>
      </Notice>
      <ButtonRow>
        {late.length > 0 ? <Button onClick={() => setExplaining(true)}>Give the reason</Button> : null}
        <Button look="line" onClick={() => onDrop(refused.map(({ markId }) => markId))}>
          Drop {refused.length === 1 ? "it" : "them"}
        </Button>
      </ButtonRow>
      {isExplaining && late.length > 0 ? (
        <CorrectDialog
          title={`${counted(late.length, "mark")} after the end`}
          count={late.length}
          onCorrect={(reason) => onExplain(late, reason)}
          onClose={() => setExplaining(false)}
        />
      ) : null}
    </div>
  );
}
