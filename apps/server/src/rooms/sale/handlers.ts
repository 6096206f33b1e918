import { Refusal } from "@shoreline/contract";
import { eq } from "drizzle-orm";
import type { Handlers } from "../../context.ts";
import { sale } from "../../db/tables/due.ts";
import { readMoneySettings } from "../due/settings.ts";
import { approveSale, refuseSale, withdrawSale } from "./decide.ts";
import { closeDrawer, listDrawers, moveCash, openDrawer } from "./drawer.ts";
import { makeSale } from "./make.ts";
import { readBatches, readDesk } from "./offers.ts";
import { findPerson } from "./person.ts";
import { findDeskSale, listDeskSales } from "./queries.ts";
import { findReceipt, readReceipt, receiptFile } from "./receipt.ts";
import { saveSettings, toSettingsForm } from "./settings.ts";
import { takeLater } from "./take.ts";
import { drawUpiCode } from "./upi.ts";

export const saleHandlers: Handlers<"sale"> = {
  desk: readDesk,
  person: findPerson,
  batches: (ctx, { courseId }) => readBatches(ctx, courseId),
  make: makeSale,
  list: ({ db }, wanted) => listDeskSales(db, wanted),

  async read({ db }, { saleId }) {
    const found = await findDeskSale(db, eq(sale.id, saleId));
    if (!found) throw new Refusal("UNKNOWN_SALE");
    return found;
  },

  approve: (ctx, { saleId }) => approveSale(ctx, saleId),
  refuse: (ctx, { saleId, reason }) => refuseSale(ctx, saleId, reason),
  withdraw: (ctx, { saleId, reason }) => withdrawSale(ctx, saleId, reason),
  take: takeLater,
  upiCode: drawUpiCode,

  async receipt(ctx, { receiptId, paper }) {
    const row = await findReceipt(ctx.db, receiptId);
    if (!row) throw new Refusal("UNKNOWN_RECEIPT");
    return { bytes: await readReceipt(ctx, { row, paper }), name: receiptFile(row) };
  },

  drawers: listDrawers,
  openDrawer,
  moveCash,
  closeDrawer,

  async settings({ db }) {
    return toSettingsForm(await readMoneySettings(db));
  },
  saveSettings,
};
