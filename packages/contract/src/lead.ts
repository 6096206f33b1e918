import { isEmail } from "@shoreline/domain/lead";
import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const Email = z.string().trim().refine(isEmail, "Invalid Email");

export const SubscriptionForm = z.object({ email: Email, source: z.enum(["footer", "career"]).default("footer") });

export const lead = {
  subscribe: endpoint({
    summary: "Join the mailing list; joining twice is the same as once",
    input: SubscriptionForm,
    reply: z.object({ message: z.string() }),
    // Wide enough for a class of 60 behind one address, twice over.
    limit: { points: 120, seconds: 600 },
  }),
};
