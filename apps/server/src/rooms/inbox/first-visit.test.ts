import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { lead } from "../../db/tables/inbox.ts";
import { contactEnquiry, courseEnquiry } from "../../db/tables/lead.ts";
import { paymentOrder } from "../../db/tables/payment.ts";
import { webinarSeat } from "../../db/tables/webinar.ts";
import { testDay } from "../../test/global-setup.ts";
import { testInstitute } from "../../test/institute.ts";
import { payAtGateway, settle } from "../../test/paying.ts";
import { newStaff } from "../../test/staff.ts";
import { newWebinar, seatsOf } from "../../test/webinars.ts";
import { runVerb } from "../account/command.ts";
import { forgetPaidBuyers } from "../payment/queries.ts";

const institute = await testInstitute();
const { db } = institute;
const owner = await newStaff(institute, ["owner"], "Anitha Devan");

const visit = { page: "/onlinecourses", from: "www.google.com", utm_source: "google", utm_campaign: "diwali" };
const visitorFrom = (header: string) => institute.visitor({ headers: { "x-first-visit": header } });
const writeVisit = (texts: object) => encodeURIComponent(JSON.stringify(texts));
const visitor = visitorFrom(writeVisit(visit));
const stored = {
  page: "/onlinecourses",
  from: "www.google.com",
  campaign: { utm_source: "google", utm_campaign: "diwali" },
};
const campaign = { ...stored.campaign, referrer: "www.google.com" };

let people = 0;
function somebody() {
  const n = ++people;
  return { email: `firstvisit${n}@example.com`, mobileNumber: `82000${String(n).padStart(5, "0")}` };
}

async function leadOf(email: string) {
  const { leads } = await owner.inbox.list({ words: email });
  return owner.inbox.read({ leadId: leads[0]?.leadId ?? "" });
}

const webinar = await newWebinar(institute);
const [offline] = await visitor.course.offline({});
const [collection] = await visitor.quiz.list({});
const collectionId = collection?._id ?? "";
const topic = (await visitor.quiz.topics({ collectionId }))[0]?.topic ?? "";
const [question] = await visitor.quiz.questions({ collectionId, topic });
type Person = ReturnType<typeof somebody>;

const forms: Record<string, (me: Person) => Promise<unknown>> = {
  popup: (me) => visitor.lead.enquire({ ...me, name: "Asha Rao", selectedCoruse: "Python", page: "/career" }),
  contact: (me) => visitor.lead.contact({ ...me, fullName: "Asha Rao", enquiryFor: "Python", query: "When?" }),
  syllabus: (me) =>
    visitor.lead.download({ ...me, recordId: offline?._id ?? "", name: "Asha Rao", countryCode: "+91" }),
  alert: (me) =>
    visitor.lead.wish({ ...me, name: "Asha Rao", courseId: "python", batchTime: "1-2", batchType: "week-days" }),
  subscription: ({ email }) => visitor.lead.subscribe({ email, source: "footer" }),
  test: ({ email }) =>
    visitor.quiz.submit({ collectionId, topic, username: "Asha", email, answerKey: [{ _id: question?._id ?? "" }] }),
  webinar: (me) => visitor.webinar.register({ webinar: webinar.slug, username: "Asha Rao", ...me }),
};

test.each(Object.keys(forms))("a lead from the form %s knows the first page and the campaign", async (source) => {
  const me = somebody();
  await forms[source]?.(me);
  expect(await leadOf(me.email)).toMatchObject({ source, landingPage: "/onlinecourses", campaign });
});

test("a paid seat knows it too, although the browser may be gone when the payment arrives", async () => {
  const me = { username: "Asha Kumar", ...somebody() };
  const { slug, id } = await newWebinar(institute, { priceInPaise: 49_900, hoursAhead: 48 });
  const { order_id } = await visitor.payment.order({ amount: 49_900, webinarId: slug, ...me });
  await payAtGateway(institute, order_id);
  await settle(institute);
  expect(await seatsOf(institute, id)).toMatchObject([{ email: me.email, firstVisit: stored }]);
  expect(await leadOf(me.email)).toMatchObject({ source: "webinar", landingPage: "/onlinecourses", campaign });
  // The order forgets it together with the buyer.
  await forgetPaidBuyers(db, new Date(testDay.getTime() + 1));
  const [order] = await db.select().from(paymentOrder).where(eq(paymentOrder.providerOrderId, order_id));
  expect(order?.details).toEqual({});
});

test("without a first visit, or with one that nobody can read, the page of the form stands in", async () => {
  for (const header of ["", "nonsense", writeVisit({ page: "https://evil.example" }), "x".repeat(5000)]) {
    const me = somebody();
    const form = { ...me, name: "Asha Rao", selectedCoruse: "Python", page: "/webinar/user/join/s3cret" };
    await visitorFrom(header).lead.enquire(form);
    const [row] = await db.select().from(courseEnquiry).where(eq(courseEnquiry.email, me.email));
    expect(row?.firstVisit).toBeNull();
    expect(await leadOf(me.email)).toMatchObject({ landingPage: "/webinar/user/join", campaign: {} });
  }
});

test("the earliest form decides where a lead came from, whichever is collected first", async () => {
  const me = somebody();
  const later = { ...me, fullName: "Asha Rao", enquiryFor: "Java", query: "How much?" };
  await visitorFrom(writeVisit({ page: "/", utm_source: "newsletter" })).lead.contact(later);
  expect(await leadOf(me.email)).toMatchObject({ landingPage: "/", campaign: { utm_source: "newsletter" } });
  institute.setNow(new Date(testDay.getTime() - 60_000));
  await forms.popup?.(me);
  institute.setNow(testDay);
  expect(await leadOf(me.email)).toMatchObject({ source: "popup", landingPage: "/onlinecourses", campaign });
  const found = await db.select().from(lead).where(eq(lead.email, me.email));
  expect(found).toHaveLength(1);
});

test("who exports a person's data gets the first visit with each form", async () => {
  const me = somebody();
  await forms.contact?.(me);
  const { lines } = await runVerb(db, ["export", me.email], testDay);
  const exported = JSON.stringify(JSON.parse(lines[0] ?? ""));
  expect(exported).toContain('"utm_campaign":"diwali"');
  expect(await db.select().from(contactEnquiry).where(eq(contactEnquiry.email, me.email))).toMatchObject([
    { firstVisit: stored },
  ]);
});

test("who subscribes again is known by the visit of that time", async () => {
  const { email } = somebody();
  await institute.visitor().lead.subscribe({ email, source: "footer" });
  const { rows } = await institute.pool.query("select token from subscription where email = $1", [email]);
  await visitor.lead.unsubscribe({ token: rows[0].token });
  await visitor.lead.subscribe({ email, source: "footer" });
  const again = await institute.pool.query("select first_visit from subscription where email = $1", [email]);
  expect(again.rows).toEqual([{ first_visit: stored }]);
});

test("a seat without a first visit has none", async () => {
  const me = { username: "Asha Kumar", ...somebody() };
  await institute.visitor().webinar.register({ webinar: webinar.slug, ...me });
  const [seat] = await db.select().from(webinarSeat).where(eq(webinarSeat.email, me.email));
  expect(seat?.firstVisit).toBeNull();
});
