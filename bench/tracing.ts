import type { Phone } from "./bare-browser.ts";

export type Span = { name: string; ph: string; ts: number; dur: number; pid: number; tid: number; args?: SpanArgs };
type SpanArgs = { data?: { documentLoaderURL?: string; url?: string } };

/** What the browser notes down while the phone does this. */
export async function traceWhile(phone: Phone, includedCategories: string[], work: () => Promise<unknown>) {
  const spans: Span[] = [];
  const isComplete = new Promise<void>((done) => phone.listen("Tracing.tracingComplete", () => done()));
  phone.listen("Tracing.dataCollected", ({ value }: { value: Span[] }) => spans.push(...value));
  await phone.ask("Tracing.start", { transferMode: "ReportEvents", traceConfig: { includedCategories } });
  await work();
  await phone.ask("Tracing.end");
  await isComplete;
  return spans;
}
