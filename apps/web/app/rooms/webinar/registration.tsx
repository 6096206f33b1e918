import type { Registrant, SeatReply, WebinarPage } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { findFieldErrors } from "@shoreline/domain/lead";
import { alertClosesAfterMs, groupOpensAfterMs, registrationChecks } from "@shoreline/domain/webinar-registration";
import { formClient } from "../../lib/learner.ts";
import { isAway, sendAgain } from "../../lib/resend.ts";
import { newId, readForm } from "../../lib/submission.ts";
import type { NoticeContent } from "../../ui/message.tsx";
import type { PaidProof } from "../payment/checkout.ts";

const failed = "Something went wrong. Try again.";

/** A registration made on this page. */
export type TakenSeat = { reply: SeatReply; email: string };

type RegistrationContext = {
  webinar: WebinarPage;
  instituteName: string;
  showNotice(notice: NoticeContent | null): void;
  /** Shows the error of each invalid field. */
  showFaults(faults: Record<string, string>): void;
  onSeat(seat: TakenSeat): void;
  /** Ends the tries to reach a server that is away. */
  stopping: AbortController;
  /** Full, over, or another price: the page loads its data again. */
  onRefused(): void;
};

/** Registers for a seat; for a paid webinar, takes the payment first. */
export async function register(form: HTMLFormElement, context: RegistrationContext): Promise<void> {
  const registrant = readForm(form, ["username", "email", "mobileNumber"]);
  const faults = findFieldErrors(registrationChecks, registrant);
  context.showFaults(faults as Record<string, string>);
  if (Object.keys(faults).length > 0) return;
  try {
    const proof = context.webinar.isFree ? {} : await pay(registrant, context);
    if (proof) await takeSeat(registrant, proof, context);
  } catch (error) {
    console.warn(error);
    refuse(error, context);
  }
}

/** Null when the payment window was closed. */
async function pay(
  registrant: Registrant,
  { webinar, instituteName, showNotice }: RegistrationContext,
): Promise<PaidProof | null> {
  const { payForSeat } = await import("./pay.ts");
  const proof = await payForSeat({ webinar, registrant, instituteName, showNotice });
  if (proof) showNotice({ kind: "done", text: "This step of Payment Succeeded" });
  return proof;
}

// A retry with the same data keeps the attempt id, so that the server repeats a lost answer.
let attempt = { id: "", content: "" };

async function takeSeat(
  registrant: Registrant,
  proof: Partial<PaidProof>,
  context: RegistrationContext,
): Promise<void> {
  const request = { webinar: context.webinar._id, ...registrant, ...proof };
  const content = JSON.stringify(request);
  if (attempt.content !== content) attempt = { id: newId(), content };
  try {
    const origin = { attemptId: attempt.id, page: location.pathname };
    const take = () => formClient.webinar.register({ ...request, ...origin });
    const reply = await take().catch((error) => {
      // After a payment the provider's message to the server is the second try.
      if (proof.razorpay_payment_id) throw error;
      return sendAgain(take, { error, again: "always", ...waitingIn(context) });
    });
    welcome(reply, registrant.email, context);
  } catch (error) {
    if (!proof.razorpay_payment_id || (error instanceof ApiError && !isAway(error))) throw error;
    console.warn(error);
    // The provider also notifies the server, so the registrant gets the seat anyway.
    context.showNotice({
      kind: "done",
      text: "We have received your payment. You will get your seat by e-mail in a moment.",
    });
  }
}

function waitingIn({ showNotice, stopping }: RegistrationContext) {
  const stop = () => stopping.abort();
  return { signal: stopping.signal, onWait: (text: string) => showNotice({ kind: "waiting", text, stop }) };
}

function welcome(reply: SeatReply, email: string, { showNotice, onSeat }: RegistrationContext): void {
  const { message: text, groupUrl } = reply;
  const more = groupUrl ? (
    <a className="inline-flex min-h-11 items-center" href={groupUrl} target="_blank" rel="noopener noreferrer">
      Open the group
    </a>
  ) : null;
  showNotice({ kind: "done", text, more });
  onSeat({ reply, email });
  requestAnimationFrame(() => document.getElementById("register")?.scrollIntoView());
  let isBlocked = false;
  if (groupUrl)
    setTimeout(() => {
      isBlocked = !openWindow(groupUrl);
    }, groupOpensAfterMs);
  setTimeout(() => {
    if (!isBlocked) showNotice(null);
  }, alertClosesAfterMs);
}

/** False when the browser blocks the window. Opened empty first, because `noopener` hides the result. */
function openWindow(address: string): boolean {
  const opened = window.open("", "_blank");
  if (!opened) return false;
  opened.opener = null;
  opened.location.href = address;
  return true;
}

const hasPriceNow = "This webinar is no longer free. Please reload the page.";

function refuse(error: unknown, { webinar, showNotice, showFaults, onRefused }: RegistrationContext): void {
  const isAnswer = error instanceof ApiError;
  if (isAnswer && [402, 409].includes(error.status)) onRefused();
  if (isAnswer && Object.keys(error.fields).length > 0) showFaults(error.fields);
  else if (isAnswer && error.code === "PAYMENT_REQUIRED" && webinar.isFree)
    showNotice({ kind: "wrong", text: hasPriceNow });
  else if (isAnswer) showNotice({ kind: error.code === "SEAT_TAKEN" ? "done" : "wrong", text: error.message });
  else showNotice({ kind: "wrong", text: failed });
}
