import type { ReactNode } from "react";
import { useClassroom } from "../../lib/classroom.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { CodeStep } from "./code-step.tsx";

type Props = {
  title: string;
  /** What is about to happen. */
  children: ReactNode;
  action: { text: string; look?: "danger"; run(ticket: string): Promise<void> };
  cancel: string;
  onClose(): void;
};

/** Asks for a one-time code before something that a stolen session must not do. */
export function ProofDialog({ title, children, action, cancel, onClose }: Props) {
  const { profile } = useClassroom();
  return (
    <Dialog title={title} onClose={onClose}>
      <CodeStep phone={profile} action={action} cancel={cancel} onClose={onClose}>
        {children} To confirm that it is you, we send a code to
      </CodeStep>
    </Dialog>
  );
}
