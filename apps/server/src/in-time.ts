/** Null when the work fails, or takes longer than that. */
export async function inTime<T>(work: Promise<T>, withinMs: number): Promise<T | null> {
  const late = new Promise<null>((done) => setTimeout(done, withinMs, null).unref());
  return Promise.race([work.catch(() => null), late]);
}
