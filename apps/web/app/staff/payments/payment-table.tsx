import type { StaffOrder } from "@shoreline/contract";
import { paymentMethodName } from "@shoreline/domain/payment";
import { Link } from "react-router";
import { moneyText } from "../money.ts";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { useSearch } from "../use-search.ts";
import { formatWhen } from "../when.ts";
import { withOrder } from "./payment-queries.ts";
import * as styles from "./payment-table.module.css";
import { orderMark } from "./payment-words.ts";

export function PaymentTable({ orders }: { orders: StaffOrder[] }) {
  return (
    <table className={`${table.table} ${table.rows} ${styles.payments}`}>
      <caption className="sr-only">Payments, the newest first</caption>
      <thead>
        <tr>
          <th>Payer</th>
          <th>For</th>
          <th>Status</th>
          <th className={styles.method}>Method</th>
          <th className={table.end}>Amount</th>
          <th className={table.end} aria-sort="descending">
            When
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <PaymentRow key={order.orderId} order={order} />
        ))}
      </tbody>
    </table>
  );
}

function PaymentRow({ order }: { order: StaffOrder }) {
  const search = useSearch();
  const { orderId, payer, item, method, amountInPaise, paidInPaise, createdAt } = order;
  const { shape, text } = orderMark(order);
  return (
    <tr className={table.row} aria-current={search.get("order") === orderId || undefined}>
      <td className={styles.who}>
        <Link to={withOrder(search, orderId)} className={table.name} data-row={orderId} preventScrollReset>
          {payer ?? "Not known"}
        </Link>
      </td>
      <td className={styles.item}>{item ?? "Not known"}</td>
      <td className={styles.status}>
        <StatusMark shape={shape}>{text}</StatusMark>
      </td>
      <td className={`${table.dim} ${styles.method}`}>{method ? paymentMethodName(method) : null}</td>
      <td className={`${table.end} ${styles.amount}`}>{moneyText(paidInPaise || amountInPaise)}</td>
      <td className={`${table.end} ${table.moment} ${styles.when}`}>{formatWhen(createdAt)}</td>
    </tr>
  );
}
