import type { Duplex } from "node:stream";
import type pg from "pg";

/** Closes a connection at once. `end` would say goodbye first, and on a dead line it would wait for an answer. */
export function hangUp(client: pg.ClientBase): void {
  // The driver's types leave the stream out.
  (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy();
}
