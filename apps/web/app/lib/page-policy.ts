import { createContext } from "react";
import { createContext as createRouterContext } from "react-router";

/** What the server says about the policy of a page. */
export type PolicyFacts = {
  /** Only inline scripts that carry it may run. */
  nonce: string;
  /** The payment provider's checkout is not allowed: the page does not sell. */
  forbidsCheckout: boolean;
};

const unknown: PolicyFacts = { nonce: "", forbidsCheckout: false };

export const policyContext = createRouterContext<PolicyFacts>(unknown);

/** Unknown in the browser: React keeps the scripts that the server rendered. */
export const PagePolicy = createContext<PolicyFacts>(unknown);
