import type { TaxColumn } from "./invoice-pdf-table.ts";

type Taxed = {
  institute: { gstin: string | null; stateCode: string };
  placeOfSupply: { code: string } | null;
  scheme?: "exempt" | "composition";
  lines: { amountInPaise: number }[];
  tax: { ratePercent: number; cgstInPaise: number; sgstInPaise: number; igstInPaise: number };
};

// Union territories without a legislature charge UTGST instead of SGST.
const territories = ["04", "26", "31", "35", "38"];

/** The taxes of an invoice, split over its lines; none for an institute without a GSTIN and on a bill of supply. */
export function taxColumns({ institute, placeOfSupply, scheme, lines, tax }: Taxed): TaxColumn[] {
  if (institute.gstin === null || scheme) return [];
  const { ratePercent, cgstInPaise, sgstInPaise, igstInPaise } = tax;
  const amounts = lines.map(({ amountInPaise }) => amountInPaise);
  const column = (name: string, rate: number, inPaise: number): TaxColumn => ({
    name,
    ratePercent: rate,
    perLineInPaise: spread(inPaise, amounts),
  });
  // When no tax is due, the place of supply decides which tax is shown.
  const isElsewhere = placeOfSupply !== null && placeOfSupply.code !== institute.stateCode;
  if (igstInPaise > 0 || (isElsewhere && cgstInPaise === 0)) return [column("IGST", ratePercent, igstInPaise)];
  const local = territories.includes(institute.stateCode) ? "UTGST" : "SGST";
  return [column("CGST", ratePercent / 2, cgstInPaise), column(local, ratePercent / 2, sgstInPaise)];
}

/** Rounds the running sum, not each share, so that the shares add up to the whole. */
function spread(inPaise: number, weights: number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let [weighed, given] = [0, 0];
  return weights.map((weight) => {
    weighed += weight;
    const share = whole === 0 ? 0 : Math.round((inPaise * weighed) / whole) - given;
    given += share;
    return share;
  });
}
