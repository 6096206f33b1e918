import { createContext } from "react";
import { createContext as createRouterContext } from "react-router";
import type { Look } from "./look.ts";
import type { Shell } from "./shells.ts";

/** A page: its shell, and what stands at the marks of it. */
export type PageText = { shell: Shell; fills: string[] };

/** What the server says about the policy of a page. */
export type PolicyFacts = {
  /** Only inline scripts that carry it may run. */
  nonce?: string;
  /** The patterns of pages that need another policy than this one, so that links to them load a document. */
  otherDocuments?: string[];
  look?: Look;
  /** A page of the staff console. */
  isConsole?: boolean;
  /** Takes the page as text: a stream would only be read again at once. */
  takePage?(page: PageText): void;
};

export const policyContext = /* @__PURE__ */ createRouterContext<PolicyFacts>({});

/** Empty in the browser: React keeps the scripts that the server rendered. */
export const PagePolicy = createContext<PolicyFacts>({});
