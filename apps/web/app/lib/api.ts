import { ApiError, type Client, createClient, type Fetch } from "@shoreline/contract/client";
import { publicRoutes } from "@shoreline/contract/public-routes";
import type { Routes } from "@shoreline/contract/routes";
import { createContext, data, type RouterContextProvider } from "react-router";
import type { Problem } from "./problem.ts";

/** How a loader reaches the API: on the server it calls the API in process. */
export const fetchContext = /* @__PURE__ */ createContext<Fetch>();

/** Logs a page that failed. */
export const reportContext = /* @__PURE__ */ createContext<(error: unknown) => void>();

/** For calls from the browser. */
export const browserClient = createClient((path, init) => fetch(path, init), publicRoutes);

/** For loaders. A refusal becomes the route's error page with the same status. */
export async function load<T>(
  context: Readonly<RouterContextProvider>,
  ask: (client: typeof browserClient) => Promise<T>,
): Promise<T> {
  return loadFrom(publicRoutes, context, ask);
}

/** For loaders that call rooms of the portal: every page would carry their routes if they were in `load`. */
export async function loadFrom<T, Table extends Partial<Routes>>(
  table: Table,
  context: Readonly<RouterContextProvider>,
  ask: (client: Pick<Client, keyof Table & keyof Client>) => Promise<T>,
): Promise<T> {
  try {
    return await ask(createClient(context.get(fetchContext), table));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message: text, requestId, retryAfterSeconds } = error;
    const problem: Problem = { text, ...(requestId && { requestId }), ...(retryAfterSeconds && { retryAfterSeconds }) };
    // An address with invalid input is treated as not found.
    throw data(problem, { status: error.code === "INVALID_INPUT" ? 404 : error.status });
  }
}
