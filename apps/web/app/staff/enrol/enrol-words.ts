import type { DeskSale } from "@shoreline/contract";
import { batchName } from "@shoreline/domain/course";
import { type DeskMethod, paymentMethodName } from "@shoreline/domain/payment";
import type { Shape } from "../status-mark.tsx";

export const methodKeys: Record<DeskMethod | "later", string> = {
  ...{ cash: "c", upi: "u", "card machine": "m", "bank transfer": "b", cheque: "q", later: "l" },
};

export const referenceLabels: Record<DeskMethod, string> = {
  cash: "",
  upi: "UPI reference, 12 digits",
  "card machine": "Number on the card slip",
  "bank transfer": "Reference of the transfer",
  cheque: "Number and bank of the cheque",
};

export function methodText(method: DeskMethod | "later"): string {
  return method === "later" ? "Later" : paymentMethodName(method);
}

type Named = Pick<DeskSale, "batchTime" | "batchType"> & { days?: string | null };

export function batchText({ batchTime, batchType, days }: Named): string {
  return days ?? batchName({ batchTime, batchType });
}

export const saleStateMarks: Record<DeskSale["state"], { shape: Shape; text: string }> = {
  waiting: { shape: "act", text: "Waits for an owner" },
  open: { shape: "begun", text: "Not paid yet" },
  bought: { shape: "done", text: "Enrolled" },
  withdrawn: { shape: "off", text: "Withdrawn" },
};

export const dueStateMarks: Record<DeskSale["dues"][number]["state"], { shape: Shape; text: string }> = {
  open: { shape: "begun", text: "Open" },
  paid: { shape: "done", text: "Paid" },
  "written off": { shape: "off", text: "Written off" },
  cancelled: { shape: "off", text: "Cancelled" },
};
