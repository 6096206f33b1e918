import type { Api, ParsedInput } from "@shoreline/contract";
import type { Ctx, SignedIn } from "../../context.ts";

/** Who pays: somebody with an account, or whoever gave this address, in small letters. */
export type Buyer = { learnerId: string } | { email: string };

/** What a room would sell, at its price. */
export type Offer = {
  /** `course:…`, `webinar:…`: whose it is to hand out. */
  purpose: string;
  amountInPaise: number;
  buyer: Buyer;
  /** What was chosen along with it, for whoever hands it out. */
  details: Record<string, string>;
  /** What must be kept for the buyer until they have paid; refuses where nothing is left. */
  reserve?(): Promise<void>;
};

/** Turns an order into an offer, or refuses. */
export type Seller = (ctx: Ctx & Partial<SignedIn>, order: ParsedInput<Api["payment"]["order"]>) => Promise<Offer>;

/** Later rooms sell, so rooms.ts brings them together. */
export type Sellers = { course: Seller; webinar: Seller };
