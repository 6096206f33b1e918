// What documents cost, in a thread that has drawn something for nobody before, as at the start of the product.
import { amountInWords, splitTax } from "@shoreline/domain/enrolment";
import { drawInThread } from "../apps/server/src/pdf/in-thread.ts";
import { warmDrawing } from "../apps/server/src/rooms/certificate/warm.ts";
import type { InvoiceInput } from "../apps/server/src/rooms/enrolment/invoice-pdf.ts";
import { median, printRow } from "./calls.ts";

const room = new URL("../apps/server/src/rooms/", import.meta.url);
const times = 15;

function invoiceOf(n: number): InvoiceInput {
  const totalInPaise = 1_299_900;
  const { taxableInPaise, ...tax } = splitTax({ totalInPaise, ratePercent: 18, isSameState: true });
  const place = { name: "Puducherry", code: "34" };
  return {
    number: `SA/2026-27/${n}`,
    issuedOn: "2026-11-15",
    institute: {
      name: "Shoreline Academy",
      address: ["14 Lighthouse Street", "Pondicherry 605001"],
      email: "hello@shoreline.example",
      phone: "+91 90000 00000",
      gstin: "34AAACS0000A1Z5",
      state: place.name,
      stateCode: place.code,
    },
    buyer: {
      name: `Meena ${n}`,
      email: "m@example.com",
      mobile: "+91 98765 43210",
      state: place.name,
      country: "India",
    },
    placeOfSupply: place,
    lines: [{ description: "MERN Stack, online course", sac: "999293", quantity: 1, amountInPaise: taxableInPaise }],
    tax: { ratePercent: 18, ...tax },
    totalInPaise,
    amountInWords: amountInWords(totalInPaise),
    payment: { method: "UPI", reference: "pay_RgT4Kq8mZx2Lp1", paidOn: "2026-11-14" },
  };
}

const certificateOf = (as: string) => (n: number) => ({
  as,
  certificateId: `OCNST${n}`,
  studentName: `Meena Krishnan ${n}`,
  studentId: "SA2026",
  courseCompleted: "Python Full Stack",
  hours: 40,
  institute: "Shoreline Academy",
  city: "Pondicherry",
  signatory: { name: "Kavitha Raman", designation: "Director" },
  earnedOn: "15 November 2026",
  earnedAt: "2026-11-15T00:00:00.000Z",
  url: "https://shoreline.example/view/e_certificate/OCNST00001",
  isRevoked: false,
});

const certificates = new URL("certificate/certificate-thread.ts", room);
const documents = [
  { name: "certificate, picture", module: certificates, inputOf: certificateOf("large") },
  { name: "certificate, small picture", module: certificates, inputOf: certificateOf("small") },
  { name: "certificate, PDF", module: certificates, inputOf: certificateOf("pdf") },
  { name: "invoice", module: new URL("enrolment/invoice-thread.ts", room), inputOf: invoiceOf },
];

const warming = await measure(() => warmDrawing(drawInThread));
console.log(`\nCPU and elapsed time in ms; the first of each, and the median of ${times} after it.\n`);
printRow("document", "first, CPU", "first, elapsed", "CPU", "elapsed");
printRow("---", ...Array(4).fill("---:"));
printRow("for nobody, at the start", Math.round(warming.cpu), Math.round(warming.elapsed), "", "");
for (const { name, module, inputOf } of documents) {
  const all = [];
  for (let n = 0; n <= times; n++) all.push(await measure(() => drawInThread(module, inputOf(n))));
  const [first = warming, ...later] = all;
  const middle = (key: "cpu" | "elapsed") => Math.round(median(later.map((one) => one[key])));
  printRow(name, Math.round(first.cpu), Math.round(first.elapsed), middle("cpu"), middle("elapsed"));
}

async function measure(work: () => Promise<unknown>): Promise<{ cpu: number; elapsed: number }> {
  const [before, begun] = [process.cpuUsage(), performance.now()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1000, elapsed: performance.now() - begun };
}
