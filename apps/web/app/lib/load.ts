import { ApiError, type ClientOf, createClient, type Fetch } from "@shoreline/contract/client";
import { type ProofRoutes, proofRoutes } from "@shoreline/contract/proof-routes";
import { type Routes, routes } from "@shoreline/contract/routes";
import { createContext, data, type RouterContextProvider } from "react-router";
import type { Problem } from "./problem.ts";

/** How a loader reaches the API: in process. */
export const fetchContext = /* @__PURE__ */ createContext<Fetch>();

/** Logs a page that failed. */
export const reportContext = /* @__PURE__ */ createContext<(error: unknown) => void>();

const clients = /* @__PURE__ */ new WeakMap<Fetch, ClientOf<Routes & ProofRoutes>>();

/** The loaders of a page share one. */
function clientOf(fetcher: Fetch) {
  const client = clients.get(fetcher) ?? createClient(fetcher, allRoutes);
  clients.set(fetcher, client);
  return client;
}

const allRoutes = /* @__PURE__ */ Object.assign({}, routes, proofRoutes);

/** For loaders, which run on the server. A refusal becomes the route's error page with the same status. */
export async function load<T>(
  context: Readonly<RouterContextProvider>,
  ask: (client: ClientOf<Routes & ProofRoutes>) => Promise<T>,
): Promise<T> {
  try {
    return await ask(clientOf(context.get(fetchContext)));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message: text, requestId, retryAfterSeconds } = error;
    const problem: Problem = { text, ...(requestId && { requestId }), ...(retryAfterSeconds && { retryAfterSeconds }) };
    // An address with invalid input is treated as not found.
    throw data(problem, { status: error.code === "INVALID_INPUT" ? 404 : error.status });
  }
}
