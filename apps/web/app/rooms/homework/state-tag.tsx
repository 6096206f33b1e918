import type { OwnHomework } from "@shoreline/contract";
import { Tag } from "../../ui/tag.tsx";
import { stateLooks, stateTexts } from "./words.ts";

export function StateTag({ state, isOverdue }: Pick<OwnHomework, "state" | "isOverdue">) {
  return isOverdue ? <Tag look="coral">Overdue</Tag> : <Tag {...stateLooks[state]}>{stateTexts[state]}</Tag>;
}
