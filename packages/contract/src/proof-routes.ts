/** What only the check of a file and the page of a learner's certificates call. Public pages do not carry this table. */
export const proofRoutes = {
  signing: {
    list: "GET /keys",
    did: "GET /keys/did",
    jwk: "GET /keys/{kid}",
  },
  showcase: {
    see: "GET /showcase/{token}",
    read: "POST /showcase/read",
    open: "POST /showcase/open",
    hide: "POST /showcase/hide",
    revoke: "POST /showcase/revoke",
  },
} as const;

export type ProofRoutes = typeof proofRoutes;
