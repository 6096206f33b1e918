import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";

/** `incoming` is set for requests from the network, `pageRequestId` for calls that a page makes in process. */
type Bindings = { incoming?: IncomingMessage; outgoing?: ServerResponse; pageRequestId?: string };

export type AppEnv = { Bindings: Bindings; Variables: { requestId: string; log: Logger; route: string } };
