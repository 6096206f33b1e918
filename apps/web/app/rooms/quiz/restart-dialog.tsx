import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

type Props = { onKeep(): void; onRestart(): void };

/** Asks before the answers are deleted. Loaded when somebody wants to start again. */
export default function RestartDialog({ onKeep, onRestart }: Props) {
  return (
    <Dialog title="Delete your answers so far?" onClose={onKeep}>
      <div className="grid gap-2">
        <Button look="line" onClick={onKeep}>
          Keep them
        </Button>
        <Button look="danger-line" onClick={onRestart}>
          Delete and start again
        </Button>
      </div>
    </Dialog>
  );
}
