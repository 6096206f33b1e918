export type Closer = () => Promise<void>;

/** Ctrl-C reaches a process twice: from the terminal and from the script that started it. */
export function stopOnSignal(closers: Closer[], { withinMs }: { withinMs: number }): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    // Exit even if a part hangs; PostgreSQL then stops on its own.
    setTimeout(() => process.exit(1), withinMs).unref();
    await stopAll(closers);
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
}

export async function stopAll(closers: Closer[]): Promise<void> {
  for (const close of closers) await close();
}

/** Long enough for requests, jobs and the database to end. */
export function stopsWithinMs({ drainSeconds }: { drainSeconds: number }): number {
  return 25_000 + drainSeconds * 1000;
}
