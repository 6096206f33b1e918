import { z } from "zod";
import { endpoint } from "./endpoint.ts";

const Moment = z.iso.datetime();

const PublicKey = z.object({
  kind: z.enum(["ed25519", "p256", "pdf"]).describe("pdf: signs PDF files only"),
  multikey: z.string(),
  fingerprint: z.string().describe("SHA-256 of the raw public key, in hex"),
  createdAt: Moment,
  retiredAt: Moment.nullable(),
  distrustedFrom: Moment.nullable().describe("What the key signed from then on proves nothing"),
});

const PublicKeys = z.object({
  institute: z.string(),
  issuer: z.string().describe("The institute's DID"),
  publicUrl: z.string(),
  timeZone: z.string().describe("Of the institute"),
  isDemonstration: z.boolean().describe("The address is not encrypted, so that others cannot look up the keys"),
  keys: z.array(PublicKey),
});

export const signing = {
  list: endpoint({
    summary: "All public keys of the institute, also retired ones, to check certificates without asking again",
    input: z.object({}),
    reply: PublicKeys,
    shared: true,
  }),
  did: endpoint({
    summary: "The institute's DID document, which is also at /.well-known/did.json",
    input: z.object({}),
    reply: z.looseObject({ id: z.string() }),
    shared: true,
  }),
  jwk: endpoint({
    summary: "One public key as JWK. The id is the part of the key's address behind #",
    input: z.object({ kid: z.string() }),
    reply: z.looseObject({ kty: z.string() }),
    refusals: ["UNKNOWN_SIGNING_KEY"],
    limit: { points: 300, seconds: 600 },
  }),
};
