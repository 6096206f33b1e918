import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";

type Bindings = {
  /** For requests from the network. */
  incoming?: IncomingMessage;
  outgoing?: ServerResponse;
  /** For calls that a page makes in process. */
  pageRequestId?: string;
  /** The address of the visitor for whom it is made, so that limits count it. */
  pageVisitor?: string;
};

export type AppEnv = { Bindings: Bindings; Variables: { requestId: string; log: Logger; route: string } };
