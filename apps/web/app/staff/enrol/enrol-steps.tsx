import type { CourseChoice } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { focusFirstFault } from "../../ui/field.tsx";
import { deskClient, isRefused, saleClient } from "../client.ts";
import { Button, Key } from "../controls.tsx";
import { moneyText } from "../money.ts";
import { paletteKey } from "../palette/use-palette.ts";
import { may, useMe } from "../queries.ts";
import { TaskProblem } from "../task-problem.tsx";
import { PlainProblem, useTask } from "../use-task.ts";
import { CourseStep } from "./course-step.tsx";
import * as styles from "./enrol.module.css";
import {
  type Agreed,
  agree,
  type DeskBatch,
  type DeskFacts,
  type EnrolForm,
  emptyForm,
  type MadeSale,
  readPhone,
  toNewSale,
} from "./enrol-form.ts";
import { useBatches, usePerson } from "./enrol-queries.ts";
import { keepDesk, keptDesk } from "./kept-desk.ts";
import { LearnerStep } from "./learner-step.tsx";
import { PaymentStep } from "./payment-step.tsx";
import { PriceStep } from "./price-step.tsx";
import { ReceiptPreview } from "./receipt-preview.tsx";

type Props = { facts: DeskFacts; number: string; onMade(made: MadeSale): void };

/** What was typed stays, whatever the server says; the same attempt never takes money twice. */
export function EnrolSteps({ facts, number, onMade }: Props) {
  const me = useMe();
  const queries = useQueryClient();
  const task = useTask();
  const box = useRef<HTMLFormElement>(null);
  const [attemptId] = useState(() => crypto.randomUUID());
  const [form, setForm] = useState<EnrolForm>(() => ({
    ...{ ...emptyForm, number, desk: keptDesk(facts), method: may(me, "take payments") ? "" : "later" },
  }));
  const person = usePerson(form.number);
  const batches = useBatches(form.course?.courseId ?? "");
  const agreed = agree(form, facts);
  const change = (given: Partial<EnrolForm>) => setForm((before) => ({ ...before, ...given }));
  const batch = chosenBatch(form, batches.data?.batches);
  const shown = batch && form.batchId === "" ? { ...form, batchId: batch.batchId } : form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens.
  useEffect(() => focusStep(box.current, number ? "course" : "number"), []);
  const drawers = facts.desks.map(({ drawer }) => drawer).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a drawer is open, the refusal for want of one is over.
  useEffect(() => task.dismiss(), [drawers]);

  const send = () =>
    task.run(async () => {
      if (!agreed) throw new PlainProblem("Choose a course first.");
      if (shown.method === "" && !agreed.isWaiting) throw new PlainProblem("Choose how the first part is paid.");
      if (agreed.isDiscountWrong) throw new PlainProblem("The discount cannot be read. Enter 2000 or 5 %.");
      // Who types faster than the answers come waits for them here.
      const known = person.data ?? (readPhone(form.number) ? (await person.refetch()).data : undefined);
      const offered = (batches.data ?? (await batches.refetch()).data)?.batches ?? [];
      const batchId = chosenBatch(form, offered)?.batchId ?? form.batchId;
      const sent = { person: known, batches: offered, agreed, attemptId };
      try {
        const made = await saleClient.make(toNewSale({ ...form, batchId }, sent));
        keepDesk(shown.desk);
        onMade(made);
      } catch (error) {
        // Prices, seats and drawers are shown as they are now; what was typed stays.
        if (isRefused(error, "PRICE_CHANGED") && form.course) change(await priceAgain(form.course));
        throw error;
      } finally {
        queries.invalidateQueries({ queryKey: ["sale"] });
      }
    });
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    await send();
    if (box.current) focusFirstFault(box.current);
  };
  const steps = { form: shown, fields: task.fields, person: person.data, onChange: change };
  return (
    <form
      ref={box}
      className={styles.enrol}
      data-enrolling
      onSubmit={submit}
      onKeyDown={(event) => moveOn(event, submit)}
      noValidate
    >
      <div className={styles.steps}>
        <LearnerStep {...steps} isAsking={person.isFetching} />
        <CourseStep {...steps} facts={facts} batches={batches.data?.batches} />
        <PriceStep {...steps} facts={facts} agreed={agreed} />
        <PaymentStep {...steps} facts={facts} agreed={agreed} />
      </div>
      <div className={styles.aside}>
        <ReceiptPreview form={shown} facts={facts} person={person.data} batch={batch} agreed={agreed} />
        <TaskProblem task={task} />
        <Button type="submit" isBusy={task.isBusy} data-step="send">
          {buttonText(shown, agreed)}
          <Key>{paletteKey().replace("K", "↵")}</Key>
        </Button>
      </div>
    </form>
  );
}

async function priceAgain(course: CourseChoice): Promise<Partial<EnrolForm>> {
  const { courseId } = course;
  return { dues: null, course: await deskClient.course({ courseId }).catch(() => course) };
}

/** The first with a seat, until somebody chooses another. */
function chosenBatch({ batchId }: EnrolForm, batches: DeskBatch[] = []): DeskBatch | undefined {
  return batchId ? batches.find((one) => one.batchId === batchId) : batches.find(({ seatsLeft }) => seatsLeft !== 0);
}

function buttonText({ method }: EnrolForm, agreed: Agreed | null): string {
  if (!agreed) return "Take the payment and enrol";
  if (agreed.isWaiting) return `Ask an owner for ${moneyText(agreed.discountInPaise)} off`;
  if (method === "later") return "Agree, and pay later";
  return `Take ${moneyText(agreed.dues[0]?.amountInPaise ?? 0)} and enrol`;
}

/** Enter goes to the next field, with Ctrl or ⌘ it takes the payment. */
function moveOn(event: KeyboardEvent<HTMLFormElement>, submit: () => void): void {
  if (event.key !== "Enter") return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    submit();
    return;
  }
  const field = event.target;
  if (event.defaultPrevented || field instanceof HTMLButtonElement || !(field instanceof HTMLElement)) return;
  event.preventDefault();
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-step]")];
  // The chosen radio button of a group carries the mark, and another one may have the focus.
  const at = all.findLastIndex((one) => one === field || isBefore(one, field));
  all[at + 1]?.focus();
}

function isBefore(one: HTMLElement, other: HTMLElement): boolean {
  return (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}

function focusStep(form: HTMLFormElement | null, step: string): void {
  form?.querySelector<HTMLElement>(`[data-step="${step}"]`)?.focus();
}
