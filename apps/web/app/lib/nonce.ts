import { createContext } from "react";
import { createContext as createRouterContext } from "react-router";

/** The server gives each page a nonce: only inline scripts that carry it may run. */
export const nonceContext = createRouterContext<string>("");

/** Empty in the browser: React keeps the scripts that the server rendered. */
export const Nonce = createContext("");
