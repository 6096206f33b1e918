import { useSyncExternalStore } from "react";

type Request = { promise: Promise<boolean>; settle(isProven: boolean): void };

let open: Request | null = null;
const listeners = new Set<() => void>();

/** Opens the dialog of `prove.tsx`. Calls that are refused meanwhile wait for the same proof. */
export function requestProof(): Promise<boolean> {
  if (!open) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const settle = (isProven: boolean) => {
      setOpen(null);
      resolve(isProven);
    };
    setOpen({ promise, settle });
  }
  return (open as Request | null)?.promise ?? Promise.resolve(false);
}

export function useProofRequest(): Request | null {
  return useSyncExternalStore(
    listen,
    () => open,
    () => null,
  );
}

function setOpen(request: Request | null): void {
  open = request;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
