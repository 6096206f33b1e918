import type { Registrant, SeatReply, WebinarPage } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { alertClosesAfterMs, groupOpensAfterMs } from "@shoreline/domain/webinar";
import { useEffect, useRef, useState } from "react";
import type { PaidProof } from "../../lib/checkout.ts";
import { useSending } from "../../lib/send.ts";
import type { Told } from "../../ui/message.tsx";
import { type TakenSeat, webinarClient } from "./client.ts";

const failed = "Something went wrong. Try again.";

type Desk = {
  webinar: WebinarPage;
  instituteName: string;
  onBusy(isBusy: boolean): void;
  onSeat(seat: TakenSeat): void;
};

/** From the button to the seat; for a paid webinar with a payment in between. */
export function useRegistration({ webinar, instituteName, onBusy, onSeat }: Desk) {
  const [told, setTold] = useState<Told | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isUnderWay = useRef(false);
  const { send } = useSending();
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);

  /** What is wrong with which field; empty when nothing is. */
  async function register(registrant: Registrant): Promise<Record<string, string>> {
    if (isUnderWay.current) return {};
    const setUnderWay = (is: boolean) => {
      isUnderWay.current = is;
      setBusy(is);
      onBusy(is);
    };
    setUnderWay(true);
    setTold(null);
    try {
      const proof = webinar.isFree ? {} : await pay(registrant);
      return proof ? await takeSeat(registrant, proof) : {};
    } catch (error) {
      console.warn(error);
      return tellRefusal(error);
    } finally {
      setUnderWay(false);
    }
  }

  /** Null when the payment window was closed. */
  async function pay(registrant: Registrant): Promise<PaidProof | null> {
    // Most webinars are free: what paying takes comes with the click.
    const { payForSeat } = await import("./pay.ts");
    const proof = await payForSeat({ webinar, registrant, instituteName, tell: setTold });
    if (proof) setTold({ kind: "done", text: "This step of Payment Succeeded" });
    return proof;
  }

  async function takeSeat(registrant: Registrant, proof: Partial<PaidProof>): Promise<Record<string, string>> {
    let reply: SeatReply | null = null;
    const outcome = await send({ ...registrant, ...proof }, async (origin) => {
      reply = await webinarClient.register({ webinar: webinar._id, ...registrant, ...proof, ...origin });
    });
    if (outcome.isSent && reply) welcome(reply, registrant.email);
    if (outcome.isSent) return {};
    if (proof.razorpay_payment_id && !(outcome.error instanceof ApiError)) {
      // The money is with the provider, who tells us too: the seat comes by itself.
      setTold({ kind: "done", text: "Your payment has reached us. Your seat comes by mail in a moment." });
      return {};
    }
    return tellRefusal(outcome.error);
  }

  function welcome(reply: SeatReply, email: string): void {
    if (!reply.isNew) {
      setTold({ kind: "done", text: reply.message });
      return;
    }
    const { groupUrl } = reply;
    const more = groupUrl ? (
      <a className="inline-flex min-h-11 items-center" href={groupUrl} target="_blank" rel="noopener noreferrer">
        Open the group
      </a>
    ) : null;
    setTold({ kind: "done", text: reply.message, more });
    onSeat({ reply, email });
    let isBlocked = false;
    const later = (work: () => void, ms: number) => timers.current.push(setTimeout(work, ms));
    if (groupUrl)
      later(() => {
        isBlocked = !openWindow(groupUrl);
      }, groupOpensAfterMs);
    later(() => {
      if (!isBlocked) setTold(null);
    }, alertClosesAfterMs);
  }

  function tellRefusal(error: unknown): Record<string, string> {
    if (!(error instanceof ApiError)) {
      setTold({ kind: "wrong", text: failed });
      return {};
    }
    const hasFields = Object.keys(error.fields).length > 0;
    if (!hasFields) setTold({ kind: error.code === "SEAT_TAKEN" ? "done" : "wrong", text: error.message });
    return error.fields;
  }

  return { register, isBusy, told, dismiss: () => setTold(null) };
}

/** False where the browser does not let us. Opened empty first: with `noopener` it would not say. */
function openWindow(address: string): boolean {
  const opened = window.open("", "_blank");
  if (!opened) return false;
  opened.opener = null;
  opened.location.href = address;
  return true;
}
