import { createClient } from "@shoreline/contract/client";
import { learnerRoutes } from "@shoreline/contract/routes";
import { readToken } from "./session.ts";

/** For what a learner does: with the token of this browser, whatever it is at that moment. */
export const learnerClient = createClient((path, init) => {
  const token = readToken();
  const headers = new Headers(init.headers);
  if (token) headers.set("authorization", `Bearer ${token}`);
  return fetch(path, { ...init, headers });
}, learnerRoutes);
