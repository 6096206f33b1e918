import type { Offers, StaffCoupon } from "@shoreline/contract";
import { Link } from "react-router";
import { Button, IconButton } from "../controls.tsx";
import { Menu, MenuAction } from "../menu.tsx";
import { NothingYet } from "../nothing-yet.tsx";
import { StatusMark } from "../status-mark.tsx";
import * as table from "../table.module.css";
import { useSearch } from "../use-search.ts";
import * as styles from "./offer-table.module.css";
import { coursesText, discountText, periodText, usesText } from "./offer-words.ts";

type Actions = { onChange(coupon: StaffCoupon): void; onWithdraw(coupon: StaffCoupon): void };
type Props = Actions & { offers: Offers; openId: string | null; onNew(): void };

export function CouponTable({ offers, openId, onNew, ...actions }: Props) {
  const { coupons } = offers;
  const search = useSearch();
  if (coupons.length === 0)
    return (
      <NothingYet title="No coupon yet.">
        <p>A coupon is a code that makes courses cheaper: on a leaflet, for a college, or for who brings a friend.</p>
        <Button look="line" onClick={onNew}>
          Make the first coupon
        </Button>
      </NothingYet>
    );
  return (
    <table className={`${table.table} ${table.rows}`}>
      <caption className="sr-only">Coupons</caption>
      <thead>
        <tr>
          <th>Code</th>
          <th>Discount</th>
          <th className={styles.less}>Courses</th>
          <th className={styles.less}>Period</th>
          <th>State</th>
          <th className={styles.number}>Used</th>
          <th className={table.end}>
            <span className="sr-only">More</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {coupons.map((coupon) => (
          <tr key={coupon.couponId} aria-current={coupon.couponId === openId || undefined}>
            <td className={styles.first}>
              <Link
                to={`?${withCoupon(search, coupon.couponId)}`}
                className={styles.name}
                data-row={coupon.couponId}
                preventScrollReset
              >
                {coupon.code}
              </Link>
            </td>
            <td className={styles.fact}>{discountText(coupon.discount)}</td>
            <td className={styles.less}>{coursesText(coupon.courses)}</td>
            <td className={styles.less}>{periodText(coupon)}</td>
            <td className={styles.fact}>
              <CouponState {...coupon} />
            </td>
            <td className={styles.number}>
              <span className={styles.word}>Used </span>
              {usesText(coupon)}
              {coupon.held > 0 ? <span className={table.dim}>, {coupon.held} held</span> : null}
            </td>
            <td className={`${table.end} ${styles.more}`}>
              <CouponMenu coupon={coupon} {...actions} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function withCoupon(search: URLSearchParams, couponId: string): URLSearchParams {
  const next = new URLSearchParams(search);
  next.set("coupon", couponId);
  return next;
}

function CouponMenu({ coupon, onChange, onWithdraw }: Actions & { coupon: StaffCoupon }) {
  return (
    <Menu button={(props) => <IconButton {...props} icon="dots" label={`More for ${coupon.code}`} />}>
      <MenuAction onChoose={() => onChange(coupon)}>Change the coupon</MenuAction>
      {coupon.state === "withdrawn" ? null : (
        <MenuAction onChoose={() => onWithdraw(coupon)}>Withdraw the coupon</MenuAction>
      )}
    </Menu>
  );
}

const states = {
  active: ["done", "Active"],
  "not yet": ["half", "Not yet"],
  over: ["off", "Over"],
  "used up": ["off", "Used up"],
  withdrawn: ["off", "Withdrawn"],
} as const;

function CouponState({ state }: StaffCoupon) {
  const [shape, text] = states[state];
  return <StatusMark shape={shape}>{text}</StatusMark>;
}
