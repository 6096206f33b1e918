/** How an institute with a GSTIN is taxed. */
export const gstSchemes = ["regular", "exempt", "composition"] as const;
export type GstScheme = (typeof gstSchemes)[number];

type Registration = { gstin: string | null; gstScheme: GstScheme; gstPercent: number };

/** The rate of a sale in India: nothing without a GSTIN, for exempt supplies, and for a composition taxable person. */
export function gstRate({ gstin, gstScheme, gstPercent }: Registration): number {
  return gstin && gstScheme === "regular" ? gstPercent : 0;
}

type Lut = { arn: string; validUntil: string };

/** The ARN of the letter of undertaking, if it holds on this day. */
export function lutOn(day: string, lut: Lut | null): string | null {
  return lut && day <= lut.validUntil ? lut.arn : null;
}
