import { redirectDocument } from "react-router";

/**
 * Middleware of the pages that open the checkout, which their `handle` calls selling: with a real provider, the server gives
 * only these a policy that allows it. A document keeps the policy that it came with, so a visitor who comes from a page that
 * does not sell loads this one as a document, before anything is typed into it. From there on, links work as usual.
 */
export async function enterAsDocument({ request }: { request: Request }): Promise<void> {
  if ("forbidsCheckout" in window) throw redirectDocument(request.url);
}
