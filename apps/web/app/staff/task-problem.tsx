import { Message } from "../ui/message.tsx";
import type { useTask } from "./use-task.ts";

export function TaskProblem({ task }: { task: ReturnType<typeof useTask> }) {
  const { problem, dismiss } = task;
  return <Message notice={problem ? { kind: "wrong", text: problem.text } : null} onDismiss={dismiss} />;
}
