import type { CouponUse, Offers, StaffCoupon } from "@shoreline/contract";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";
import { chooseCourse, coursesToFind, sampleCourse } from "../test/courses.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const diwali: StaffCoupon = {
  ...{
    couponId: "c1",
    code: "DIWALI20",
    note: "",
    discount: { percent: 20 },
    courses: [{ courseId: "sql", name: "SQL" }],
    firstDay: "2026-11-01",
  },
  ...{ lastDay: "2026-11-30", usesInAll: 50, usesPerPerson: 1, isStackable: false, referrer: null, state: "active" },
  ...{ used: 3, held: 1, version: 4 },
};
const summer: StaffCoupon = { ...diwali, couponId: "c2", code: "SUMMER" };
const courses = [
  sampleCourse({ courseId: "sql", name: "SQL", priceInPaise: 599_900 }),
  sampleCourse({ courseId: "java", name: "Java", priceInPaise: 899_900 }),
];
const asha = { learnerId: "asha", name: "Asha Raman", number: "+919840020001" };

function start(given: Partial<Offers> = {}, uses: CouponUse[] = []) {
  const offers: Offers = { coupons: [diwali], next: null, earlyBirds: [], referrers: [], ...given };
  const api = startFakeApi({
    staff: { me: () => sampleMe() },
    desk: coursesToFind(courses),
    coupon: {
      read: ({ couponId }) => offers.coupons.find((one) => one.couponId === couponId) ?? new Refused("UNKNOWN_COUPON"),
      list: ({ after }) => (after === "page 2" ? { ...offers, coupons: [summer], next: null } : offers),
      save: ({ couponId, version, code, discount }) => {
        if (code === "KNOWN") return new Refused("KNOWN_COUPON", { code: "There is a coupon with this code already." });
        if (couponId && version !== offers.coupons[0]?.version) return new Refused("CHANGED_MEANWHILE");
        offers.coupons = [{ ...diwali, couponId: couponId ?? "c2", code, discount, version: 9 }];
        return offers;
      },
      withdraw: () => ({ ...offers, coupons: [{ ...diwali, state: "withdrawn" }] }),
      uses: () => ({ uses, next: null }),
      saveEarlyBird: () =>
        new Refused("INVALID_INPUT", { priceInPaise: "This is not lower than the price of the course" }),
      removeEarlyBird: () => ({ ...offers, earlyBirds: [] }),
    },
  });
  return { api, offers };
}

const dialog = async (name: string) => within(await screen.findByRole("dialog", { name }));
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

test("a coupon shows its discount, course, period and uses, and who used it beside it", async () => {
  const use = { useId: "u1", learner: "Kavya Raman", course: "SQL", discountInPaise: 119_980, isHeld: true };
  start({ referrers: [{ ...asha, used: 2, held: 0 }] }, [{ ...use, at: "2026-11-02T05:00:00.000Z" }]);
  openConsole("/staff/offers");
  const row = await screen.findByRole("row", { name: /DIWALI20/ });
  const cells = within(row).getAllByRole("cell");
  expect(cells.slice(0, 6).map(({ textContent }) => textContent)).toEqual([
    ...["DIWALI20", "20 %", "SQL", "1 Nov 2026 to 30 Nov 2026", "Active", "Used 3 of 50, 1 held"],
  ]);
  expect(screen.getByRole("row", { name: /Asha Raman/ }).textContent).toContain("2");
  await userEvent.click(within(row).getByRole("link", { name: "DIWALI20" }));
  const panel = within(await screen.findByRole("complementary", { name: "Coupon" }));
  expect(await panel.findByText("Kavya Raman")).toBeTruthy();
  expect(panel.getByText("Paying now, −₹1,199.80")).toBeTruthy();
});

test("a new coupon is sent as it stands in the form; a known code is told at its field", async () => {
  const { api } = start();
  openConsole("/staff/offers");
  await screen.findByText("DIWALI20");
  await userEvent.keyboard("c");
  const form = await dialog("New coupon");
  await userEvent.type(form.getByLabelText("Code"), "KNOWN");
  await userEvent.selectOptions(form.getByLabelText("Discount"), "amount");
  await userEvent.clear(form.getByLabelText("How much"));
  await userEvent.type(form.getByLabelText("How much"), "1,000.50");
  await userEvent.click(form.getByText("Courses: all"));
  await chooseCourse(form.getByRole("combobox", { name: /^Add a course/ }), "SQL");
  await chooseCourse(form.getByRole("combobox", { name: /^Add a course/ }), "Java");
  await userEvent.click(form.getByRole("button", { name: "Remove SQL" }));
  await userEvent.click(form.getByRole("button", { name: "Save the coupon" }));
  expect(await form.findByText("There is a coupon with this code already.", { selector: "p[id]" })).toBeTruthy();
  await userEvent.clear(form.getByLabelText("Code"));
  await userEvent.type(form.getByLabelText("Code"), "NEW500");
  await userEvent.click(form.getByRole("button", { name: "Save the coupon" }));
  expect(await screen.findByText("The coupon is made.")).toBeTruthy();
  expect(api.inputsOf("coupon.save").at(-1)).toMatchObject({
    ...{ code: "NEW500", discount: { amountInPaise: 100_050 }, courseIds: ["java"], lastDay: null, usesInAll: null },
    ...{ usesPerPerson: 1, isStackable: false, referrerNumber: null },
  });
});

/** Opens DIWALI20 and types 15 % instead of what it has. */
async function typeFifteen() {
  openConsole("/staff/offers");
  await screen.findByText("DIWALI20");
  await press("More for DIWALI20");
  await press("Change the coupon");
  const form = await dialog("Change DIWALI20");
  await userEvent.clear(form.getByLabelText("How much"));
  await userEvent.type(form.getByLabelText("How much"), "15");
  return form;
}

test("when a colleague was quicker, both versions are shown and nothing typed is lost", async () => {
  const { api, offers } = start();
  const form = await typeFifteen();
  expect(form.queryByLabelText("Code")).toBeNull();
  offers.coupons = [{ ...diwali, discount: { percent: 25 }, usesInAll: 60, version: 5 }];
  await userEvent.click(form.getByRole("button", { name: "Save the coupon" }));
  expect(await form.findByText("15 %")).toBeTruthy();
  expect(form.getByText("25 %")).toBeTruthy();
  await userEvent.click(within(form.getByRole("group", { name: "Uses in all" })).getByLabelText(/Theirs/));
  await userEvent.click(form.getByRole("button", { name: "Save these" }));
  expect(await screen.findByText("The coupon DIWALI20 is saved.")).toBeTruthy();
  expect(api.inputsOf("coupon.save").at(-1)).toMatchObject({ version: 5, discount: { percent: 15 }, usesInAll: 60 });
});

test("a coupon that a colleague withdrew while it was changed says so, and is saved as withdrawn", async () => {
  const { api, offers } = start();
  const form = await typeFifteen();
  offers.coupons = [{ ...diwali, state: "withdrawn", version: 5 }];
  await userEvent.click(form.getByRole("button", { name: "Save the coupon" }));
  expect(await form.findByText("A colleague has withdrawn this coupon. It stays withdrawn.")).toBeTruthy();
  await userEvent.click(form.getByRole("button", { name: "Save these" }));
  expect(await screen.findByText("The coupon DIWALI20 is saved.")).toBeTruthy();
  expect(api.inputsOf("coupon.save").at(-1)).toMatchObject({ version: 5, discount: { percent: 15 } });
});

test("more coupons come page by page, and a coupon opens on its page", async () => {
  const { api } = start({ next: "page 2" });
  openConsole("/staff/offers");
  await screen.findByText("DIWALI20");
  await userEvent.click(screen.getByRole("link", { name: "More coupons" }));
  await userEvent.click(await screen.findByRole("link", { name: "SUMMER" }));
  expect(await screen.findByRole("complementary", { name: "Coupon" })).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("complementary", { name: "Coupon" })).toBeNull();
  await press("More for SUMMER");
  await press("Withdraw the coupon");
  await userEvent.click((await dialog("Withdraw SUMMER")).getByRole("button", { name: "Withdraw the coupon" }));
  expect(await screen.findByText("The coupon SUMMER is withdrawn.")).toBeTruthy();
  expect(api.inputsOf("coupon.list").at(-1)).toEqual({ after: "page 2" });
  await userEvent.click(screen.getByRole("link", { name: "First page" }));
  expect(await screen.findByRole("link", { name: "DIWALI20" })).toBeTruthy();
});

test("a coupon is withdrawn after a dialog says what will happen", async () => {
  const { api } = start();
  openConsole("/staff/offers");
  await screen.findByText("DIWALI20");
  await press("More for DIWALI20");
  await press("Withdraw the coupon");
  const sure = await dialog("Withdraw DIWALI20");
  await userEvent.click(sure.getByRole("button", { name: "Withdraw the coupon" }));
  expect(await screen.findByText("The coupon DIWALI20 is withdrawn.")).toBeTruthy();
  expect(api.inputsOf("coupon.withdraw")).toEqual([{ couponId: "c1" }]);
});

test("an early-bird price that is not lower is told at its field", async () => {
  const { api } = start();
  openConsole("/staff/offers");
  await screen.findByText("DIWALI20");
  await press("Set the first early-bird price");
  const form = await dialog("New early-bird price");
  await chooseCourse(form.getByLabelText("Course"), "Java");
  await userEvent.type(form.getByLabelText("Price in rupees"), "9999");
  await userEvent.click(form.getByRole("button", { name: "Save the price" }));
  expect(await form.findByText("This is not lower than the price of the course")).toBeTruthy();
  expect(api.inputsOf("coupon.saveEarlyBird")).toMatchObject([{ courseId: "java", priceInPaise: 999_900 }]);
});
