/** What the primary tells a worker when it starts it. */
export type Task = { isFirst: boolean; connections: number };

export const workerWord = "worker";

/** Null: this process is the whole product. */
export function readTask(argv: string[]): Task | null {
  const [word, task = "{}"] = argv.slice(2);
  return word === workerWord && process.send ? (JSON.parse(task) as Task) : null;
}
