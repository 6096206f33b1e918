/** Random numbers, the same in every run unless `SUMS_SEED` names others: `SUMS_SEED=7`. */
export function randomSteps() {
  const seed = Number(process.env.SUMS_SEED ?? 20_261_119);
  let state = seed;
  /** A number from 0 to below `n`. */
  function any(n: number): number {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  }
  const oneOf = <T>(list: readonly T[]): T => list[any(list.length)] as T;

  /** Does eight of these steps, one after another or at once, and says which. */
  async function doSome(steps: Record<string, () => Promise<unknown>>): Promise<string> {
    const names = Array.from({ length: 8 }, () => oneOf(Object.keys(steps)));
    const isAtOnce = any(2) === 1;
    const doing = [];
    for (const name of names) {
      const step = steps[name]?.();
      doing.push(isAtOnce ? step?.catch(isCollision) : step);
      if (!isAtOnce) await step;
    }
    await Promise.all(doing);
    return `seed ${seed}, ${isAtOnce ? "at once" : "in turn"}: ${names.join(", ")}`;
  }

  return { any, oneOf, doSome };
}

/** Of two that take the same rows at once PostgreSQL may end one, which then has changed nothing. */
function isCollision(error: Error): void {
  if (!/deadlock|foreign key/.test(String(error.cause ?? error))) throw error;
}
