import { whyNotPlan } from "@shoreline/domain/instalments";
import { Input } from "../../ui/field.tsx";
import { Button } from "../controls.tsx";
import { DateInput } from "../date/date-input.tsx";
import { dayText } from "../date/date-text.ts";
import { moneyText, rupeesText } from "../money.ts";
import * as table from "../table.module.css";
import * as styles from "./enrol.module.css";
import type { Agreed } from "./enrol-form.ts";
import type { StepProps } from "./step-props.ts";

type Props = Pick<StepProps, "form" | "onChange"> & { agreed: Agreed; error: string | undefined };

/** The parts with their days. Amounts and days can be changed; the sum is checked while typing. */
export function PlanTable({ form, agreed, error, onChange }: Props) {
  const { dues, priceInPaise } = agreed;
  if (dues.length < 2) return error ? <p className={styles.fault}>{error}</p> : null;
  const why = form.dues ? whyNotPlan(dues, priceInPaise) : null;
  const change = (at: number, given: { amount?: string; dueOn?: string }) =>
    onChange({ dues: (form.dues ?? []).map((part, n) => (n === at ? { ...part, ...given } : part)) });
  return (
    <>
      <table className={table.table}>
        <caption className="sr-only">Parts</caption>
        <thead className="sr-only">
          <tr>
            <th>Part</th>
            <th>Due</th>
            <th>Amount</th>
          </tr>
        </thead>
        <tbody>
          {dues.map(({ amountInPaise, dueOn }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its number.
            <tr key={at}>
              <td>
                {at + 1} of {dues.length}
              </td>
              {form.dues ? (
                <>
                  <td>
                    <DateInput
                      label={`Day of part ${at + 1}`}
                      aria-label={`Day of part ${at + 1}`}
                      className={styles.cell}
                      value={dueOn}
                      onChange={(day) => change(at, { dueOn: day })}
                    />
                  </td>
                  <td className={table.end}>
                    <Input
                      className={styles.cell}
                      aria-label={`Amount of part ${at + 1} in rupees`}
                      inputMode="decimal"
                      value={form.dues[at]?.amount ?? ""}
                      onChange={(event) => change(at, { amount: event.target.value })}
                    />
                  </td>
                </>
              ) : (
                <>
                  <td>{at === 0 ? `Today, ${dayText(dueOn)}` : dayText(dueOn)}</td>
                  <td className={table.end}>{moneyText(amountInPaise)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {error || why ? (
        <p role="alert" className={styles.fault}>
          {error ?? why}
        </p>
      ) : null}
      <div>
        {form.dues ? (
          <Button look="quiet" onClick={() => onChange({ dues: null })}>
            Back to equal parts
          </Button>
        ) : (
          <Button
            look="quiet"
            onClick={() =>
              onChange({ dues: dues.map(({ amountInPaise, dueOn }) => ({ amount: rupeesText(amountInPaise), dueOn })) })
            }
          >
            Change amounts or days
          </Button>
        )}
      </div>
    </>
  );
}
