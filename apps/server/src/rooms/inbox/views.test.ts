import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { savedView } from "../../db/tables/inbox.ts";
import { auditEntry } from "../../db/tables/staff.ts";
import { testInstitute } from "../../test/institute.ts";
import { newStaff } from "../../test/staff.ts";

const institute = await testInstitute();
const { db } = institute;
const desk = await newStaff(institute, ["front desk"], "Prakash Immanuel");
const owner = await newStaff(institute, ["owner"], "Anitha Devan");

test("views are kept for oneself or for all, and owners remove what is shared or was left behind", async () => {
  await desk.inbox.saveView({ name: "Mine", query: "status=new", isShared: false });
  const { views } = await desk.inbox.saveView({ name: "Ours", query: "owner=nobody", isShared: true });
  expect(views.map(({ name }) => name)).toEqual(["Mine", "Ours"]);
  const [mine, ours] = views.map(({ viewId }) => viewId) as [string, string];
  const counsellor = await newStaff(institute, ["counsellor"], "Shalini Ravi");
  const shared = { name: "Ours", isOwn: false, by: "Prakash Immanuel" };
  expect((await counsellor.inbox.views({})).views).toMatchObject([{ ...shared, mayRemove: false }]);
  expect((await owner.inbox.views({})).views).toMatchObject([{ ...shared, mayRemove: true }]);
  await expect(counsellor.inbox.removeView({ viewId: ours })).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await expect(owner.inbox.removeView({ viewId: mine })).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  expect((await desk.inbox.views({})).views).toHaveLength(2);
  await owner.inbox.removeView({ viewId: ours });
  await owner.inbox.removeView({ viewId: ours });
  expect((await desk.inbox.views({})).views).toMatchObject([{ name: "Mine", mayRemove: true }]);
  const lines = async (thingId: string) =>
    (await db.select().from(auditEntry).where(eq(auditEntry.thingId, thingId))).map(({ who, action, thing }) => [
      ...[who, action, thing],
    ]);
  expect(await lines(ours)).toEqual([
    ["Prakash Immanuel", "Shared a view", "View Ours"],
    ["Anitha Devan", "Removed a view", "View Ours"],
  ]);
  const left = (await counsellor.inbox.saveView({ name: "Left", query: "", isShared: false })).views[0];
  expect(await lines(left?.viewId ?? "")).toEqual([]);
  await owner.staff.close({ staffId: counsellor.person.id });
  await owner.inbox.removeView({ viewId: left?.viewId ?? "" });
  expect(await lines(left?.viewId ?? "")).toEqual([["Anitha Devan", "Removed a view", "View Left"]]);
});

test("the limit holds when many are saved at once", async () => {
  const busy = await newStaff(institute, ["counsellor"], "Busy Person");
  const save = (n: number) => busy.inbox.saveView({ name: `View ${n}`, query: "", isShared: false });
  const tries = await Promise.allSettled(Array.from({ length: 35 }, (_, n) => save(n)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(30);
  expect(await db.$count(savedView, eq(savedView.staffId, busy.person.id))).toBe(30);
  await expect(save(36)).rejects.toMatchObject({ code: "TOO_MANY_VIEWS" });
});

test("a person has a name once, also when it is saved twice at once, and others may use it too", async () => {
  const [one, other] = [await newStaff(institute, ["counsellor"]), await newStaff(institute, ["counsellor"])];
  const view = { name: "Hot leads", query: "tag=hot", isShared: false };
  const tries = await Promise.allSettled([
    one.inbox.saveView(view),
    one.inbox.saveView({ ...view, name: "HOT LEADS" }),
  ]);
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  await expect(one.inbox.saveView(view)).rejects.toMatchObject({ code: "KNOWN_VIEW" });
  expect((await other.inbox.saveView(view)).views.filter(({ isOwn }) => isOwn)).toHaveLength(1);
});

test("a view holds filters of the list and nothing else", async () => {
  const one = await newStaff(institute, ["counsellor"]);
  const save = async (name: string, query: string) => {
    const { views } = await one.inbox.saveView({ name, query, isShared: false });
    return views.find((view) => view.name === name)?.query;
  };
  expect(await save("Order", "status=new%2Clost&sort=next+call&direction=down")).toBe(
    "status=new%2Clost&sort=next+call&direction=down",
  );
  expect(await save("More", "lead=7&owner=me&javascript=1&status=new&status=lost&words=")).toBe(
    "status=new%2Clost&owner=me",
  );
  expect(await save("Campaign", "campaign=diwali&campaignFrom=-&firstPage=%2Fcourses")).toBe(
    "campaign=diwali&campaignFrom=-&firstPage=%2Fcourses",
  );
  for (const [query, field] of [
    ["status=happy", "Status"],
    ["owner=me&from=yesterday", "Received since"],
    [`tag=${"x".repeat(31)}`, "Tag"],
  ])
    await expect(save("Wrong", query ?? "")).rejects.toMatchObject({
      code: "INVALID_INPUT",
      fields: { query: `The filter “${field}” does not fit` },
    });
});
