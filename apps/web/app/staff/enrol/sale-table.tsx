import type { DeskSale } from "@shoreline/contract";
import { Link } from "react-router";
import { moneyText } from "../money.ts";
import * as table from "../table.module.css";
import { formatAgo } from "../when.ts";
import * as styles from "./sale-table.module.css";

export function SaleTable({ sales }: { sales: DeskSale[] }) {
  return (
    <table className={`${table.table} ${table.rows} ${styles.sales}`}>
      <caption className="sr-only">Sales</caption>
      <thead>
        <tr>
          <th>Who</th>
          <th>Course</th>
          <th>Discount</th>
          <th>By</th>
          <th className={table.end}>Price</th>
        </tr>
      </thead>
      <tbody>
        {sales.map((sale) => (
          <tr key={sale.saleId} className={table.row}>
            <td className={styles.who}>
              <Link className={table.name} to={`/staff/enrol/sales/${sale.saleId}`} data-row={sale.saleId}>
                {sale.name || "Deleted account"}
              </Link>
            </td>
            <td>{sale.courseName}</td>
            <td data-none={sale.discountInPaise === 0}>
              {sale.discountInPaise > 0 ? `${moneyText(sale.discountInPaise)} off, ${sale.discountReason}` : "None"}
            </td>
            <td className={table.moment}>
              {sale.madeBy}, {formatAgo(sale.madeAt)}
            </td>
            <td className={`${table.end} ${styles.price}`}>
              {moneyText(sale.listPriceInPaise - sale.discountInPaise)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
