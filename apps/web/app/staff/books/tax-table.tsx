import type { BookMonth, BookSum } from "@shoreline/contract";
import { PageSection } from "../page-head.tsx";
import { MoneyTable } from "./money-table.tsx";

type Tax = BookMonth["taxes"][number];

/** As the return wants it. */
export function TaxTable({ taxes, net }: { taxes: Tax[]; net: BookSum }) {
  const amounts = [
    ["Taxable value", "taxableInPaise"],
    ["CGST", "cgstInPaise"],
    ["SGST", "sgstInPaise"],
    ["IGST", "igstInPaise"],
    ["Total", "totalInPaise"],
  ] as const;
  return (
    <PageSection id="taxes" title="GST by rate and place of supply">
      <MoneyTable
        title="GST by rate and place of supply, net"
        name={{ head: "Place of supply", text: placeText }}
        columns={[
          { head: "Rate", text: ({ ratePercent }) => `${ratePercent}%` },
          { head: "Documents", of: ({ documents }) => documents, isCount: true, net: net.documents },
          ...amounts.map(([head, name]) => ({ head, of: (tax: Tax) => tax[name], net: net[name] })),
        ]}
        rows={taxes}
      />
    </PageSection>
  );
}

/** Tamil Nadu (33) */
function placeText({ placeCode, placeName }: Tax): string {
  if (!placeName) return placeCode || "Not known";
  return `${placeName} (${placeCode})`;
}
