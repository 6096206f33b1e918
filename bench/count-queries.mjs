// Loaded before the product with `--import`: every answer says in a header how many queries it took, BEGIN and COMMIT among
// them. Each is one round trip to the database.
import { AsyncLocalStorage } from "node:async_hooks";
import { Server, ServerResponse } from "node:http";
import pg from "pg";

const asked = new AsyncLocalStorage();

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function countedQuery(...given) {
  const counted = asked.getStore();
  if (counted) counted.queries++;
  return query.apply(this, given);
};

const { emit } = Server.prototype;
Server.prototype.emit = function emitCounted(event, ...given) {
  if (event !== "request") return emit.call(this, event, ...given);
  return asked.run({ queries: 0 }, () => emit.call(this, event, ...given));
};

const { writeHead } = ServerResponse.prototype;
ServerResponse.prototype.writeHead = function writeCounted(...given) {
  const counted = asked.getStore();
  if (counted && !this.headersSent) this.setHeader("x-queries", String(counted.queries));
  return writeHead.apply(this, given);
};
