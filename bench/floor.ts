/** The least that a page can be: what a visit is compared with. */
export const floorPage = `<!doctype html><meta name=viewport content="width=device-width"><title>Floor</title>
<style>body{font:16px sans-serif}</style><h1>Floor</h1><p>${"text ".repeat(80)}`;

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
