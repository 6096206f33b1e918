import { createContext } from "react";

/**
 * True while the server draws the main part of a page alone, for a shell that it has from a page before (entry.server.tsx). What stands
 * around the main part is then left out, and leaves its place: React's ids follow from the places. Always false in the browser.
 */
export const IsMainAlone = createContext(false);
