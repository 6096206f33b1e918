import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";

/** `incoming` is there on the network, `pageRequestId` when a page asks in process. */
export type Bindings = { incoming?: IncomingMessage; outgoing?: ServerResponse; pageRequestId?: string };

export type AppEnv = { Bindings: Bindings; Variables: { requestId: string; log: Logger; route: string } };
