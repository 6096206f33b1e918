import type { Offers as OffersList, StaffCoupon, StaffEarlyBird } from "@shoreline/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { Message } from "../../ui/message.tsx";
import { without } from "../audit/audit-filter.ts";
import { couponClient } from "../client.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import { Button, Key } from "../controls.tsx";
import { StaffIcon } from "../icon.tsx";
import { useKeys, useRowKeys } from "../keys.ts";
import { LoadProblem } from "../load-problem.tsx";
import { Loading } from "../loading.tsx";
import { PageHead, PageSection } from "../page-head.tsx";
import { Pager } from "../pager.tsx";
import { Split } from "../split.tsx";
import { useSearch } from "../use-search.ts";
import { CouponDialog } from "./coupon-dialog.tsx";
import { CouponPanel } from "./coupon-panel.tsx";
import { CouponTable } from "./coupon-table.tsx";
import { EarlyBirdDialog } from "./early-bird-dialog.tsx";
import { EarlyBirdSection } from "./early-bird-section.tsx";
import { offersPageKey, useOffers } from "./offer-queries.ts";
import { ReferrerSection } from "./referrer-section.tsx";

type Open =
  | { dialog: "coupon"; coupon?: StaffCoupon }
  | { dialog: "withdraw"; coupon: StaffCoupon }
  | { dialog: "early bird"; earlyBird?: StaffEarlyBird }
  | { dialog: "end"; earlyBird: StaffEarlyBird };

/** Codes that make courses cheaper, and early-bird prices. The open coupon is in the address. */
export default function Offers() {
  const search = useSearch();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const after = search.get("after");
  const { data, error, refetch } = useOffers(after);
  const [open, setOpen] = useState<Open | null>(null);
  const [news, setNews] = useState("");
  const openId = search.get("coupon");
  const shown = data?.coupons.find(({ couponId }) => couponId === openId);
  const isWhole = data && !after && !data.next && data.coupons.length > 0;
  const close = () => navigate(`?${without(search, "coupon")}`, { preventScrollReset: true });
  const newCoupon = () => setOpen({ dialog: "coupon" });
  const newPrice = () => setOpen({ dialog: "early bird" });
  const show = (offers: OffersList, text: string) => {
    // Every change is answered with the first page.
    queries.setQueryData(offersPageKey(null), offers);
    if (after) void refetch();
    setOpen(null);
    setNews(text);
  };
  useRowKeys();
  useKeys({ c: newCoupon, ...(shown ? { Escape: close } : {}) });
  return (
    <Split panel={data && shown ? <CouponPanel key={openId} coupon={shown} onClose={close} /> : null}>
      <PageHead title="Offers" about="Codes that make courses cheaper, and early-bird prices.">
        <Button onClick={newCoupon}>
          <StaffIcon name="plus" />
          New coupon
          <Key>C</Key>
        </Button>
        <Button look="line" onClick={newPrice}>
          <StaffIcon name="plus" />
          New early-bird price
        </Button>
      </PageHead>
      <Message notice={news ? { kind: "done", text: news } : null} onDismiss={() => setNews("")} />
      {error ? <LoadProblem what="The list of offers" error={error} onRetry={refetch} /> : null}
      {data ? (
        <>
          <PageSection id="coupons" title="Coupons" {...(isWhole ? { count: data.coupons.length } : {})}>
            <CouponTable
              offers={data}
              openId={openId}
              onNew={newCoupon}
              onChange={(coupon) => setOpen({ dialog: "coupon", coupon })}
              onWithdraw={(coupon) => setOpen({ dialog: "withdraw", coupon })}
            />
            <Pager next={data.next} first="First page" on="More coupons" hash="#coupons" />
          </PageSection>
          <EarlyBirdSection
            earlyBirds={data.earlyBirds}
            onNew={newPrice}
            onChange={(earlyBird) => setOpen({ dialog: "early bird", earlyBird })}
            onEnd={(earlyBird) => setOpen({ dialog: "end", earlyBird })}
          />
          <ReferrerSection referrers={data.referrers} />
          {open ? <OpenDialog open={open} onDone={show} onClose={() => setOpen(null)} /> : null}
        </>
      ) : error ? null : (
        <Loading lines={6} />
      )}
    </Split>
  );
}

type DialogProps = {
  open: Open;
  onDone(offers: OffersList, news: string): void;
  onClose(): void;
};

function OpenDialog({ open, onDone, onClose }: DialogProps) {
  const dialog = { onDone, onClose };
  if (open.dialog === "coupon") return <CouponDialog {...dialog} {...(open.coupon && { coupon: open.coupon })} />;
  if (open.dialog === "early bird")
    return <EarlyBirdDialog {...dialog} {...(open.earlyBird && { earlyBird: open.earlyBird })} />;
  if (open.dialog === "withdraw") {
    const { couponId, code } = open.coupon;
    return (
      <ConfirmDialog
        title={`Withdraw ${code}`}
        text="Nobody can use the code any more. Who is paying with it now still pays the lower price. A withdrawn code does not come back."
        button="Withdraw the coupon"
        isHard
        run={async () => onDone(await couponClient.withdraw({ couponId }), `The coupon ${code} is withdrawn.`)}
        onClose={onClose}
      />
    );
  }
  const { courseId, courseName } = open.earlyBird;
  return (
    <ConfirmDialog
      title={`End the early-bird price of ${courseName}`}
      text="Pages show the list price at once. Who is paying now still pays the lower price."
      button="End the price"
      isHard
      run={async () =>
        onDone(await couponClient.removeEarlyBird({ courseId }), `${courseName} costs its list price again.`)
      }
      onClose={onClose}
    />
  );
}
