import type { OwnHomework } from "@shoreline/contract";
import { Tag } from "../../ui/tag.tsx";
import { stateLooks, stateText } from "./words.ts";

type Props = Pick<OwnHomework, "state" | "isRequired" | "isOverdue">;

export function StateTag({ state, isRequired, isOverdue }: Props) {
  const text = stateText({ state, isRequired });
  return isOverdue ? <Tag look="coral">Overdue</Tag> : <Tag {...stateLooks[state]}>{text}</Tag>;
}
