import { toast } from "../../ui/toast.module.css";

/** Shown when the dialog could not be loaded. */
export function DialogFailed({ onClose }: { onClose(): void }) {
  return (
    <div role="alert" className={`${toast} flex items-center gap-4`}>
      The form could not be loaded.
      <button type="button" className="underline" onClick={() => window.location.reload()}>
        Try again
      </button>
      <button type="button" className="underline" onClick={onClose}>
        Close
      </button>
    </div>
  );
}
