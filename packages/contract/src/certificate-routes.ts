/**
 * A visitor looks a certificate up, on the two pages for that; a learner lists the own ones. In a file of its own, as every
 * public page carries the other tables.
 */
export const certificateRoutes = {
  certificate: {
    get: "GET /certificate/get/{certificateId}",
    pdf: "GET /certificate/pdf/{certificateId}",
    list: "POST /certificate/",
  },
} as const;
