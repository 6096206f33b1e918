import type { Lead } from "@shoreline/contract";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused } from "../../test/fake-api.ts";
import { openConsole } from "../test/console.tsx";
import { dialog, openLead, press, sampleDetail, startDesk } from "../test/lead-desk.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("a lead shows who it is, where it came from and what was asked", async () => {
  startDesk();
  const { panel } = await openLead();
  for (const text of ["+91 90000 07745", "gokul@example.com", "MERN Stack", "source: newspaper", "/onlinecourses"])
    expect(panel.getByText(text)).toBeTruthy();
  expect(panel.getByText("Any evening batch?")).toBeTruthy();
  expect(panel.getByRole("link", { name: "Call" }).getAttribute("href")).toBe("tel:+919000007745");
});

test("where a lead came from: first page, campaign and referrer", async () => {
  const campaign = { utm_source: "google", utm_campaign: "diwali", referrer: "www.google.com" };
  startDesk({ landingPage: "/", campaign });
  const { panel } = await openLead();
  const factOf = (name: string) => panel.getByText(name).nextElementSibling?.textContent;
  expect(factOf("First page")).toBe("Home page");
  expect(factOf("Campaign")).toBe("source: google, campaign: diwali");
  expect(factOf("Referrer")).toBe("www.google.com");
});

test("the history names the page that a form was sent from", async () => {
  const [sent] = sampleDetail().events;
  startDesk({ events: sent ? [{ ...sent, facts: { Page: "/" } }] : [] });
  const { panel } = await openLead();
  expect(panel.getByText("Page").nextElementSibling?.textContent).toBe("Home page");
});

test("a press moves the status, and a lost lead needs a reason", async () => {
  const { api } = startDesk();
  const { panel } = await openLead();
  await press(panel, "Contacted");
  await waitFor(() =>
    expect(panel.getByRole("button", { name: "Contacted" }).getAttribute("aria-pressed")).toBe("true"),
  );
  await press(panel, "Lost");
  const form = await dialog("Status of Gokul Anand");
  await press(form, "Save the status");
  expect(form.getByText("Choose or write a reason.")).toBeTruthy();
  await userEvent.click(form.getByLabelText("Other"));
  await userEvent.type(form.getByLabelText("In your own words"), "Moved to Pune{Enter}");
  expect(await panel.findByText("Moved to Pune")).toBeTruthy();
  expect(api.inputsOf("inbox.change")).toMatchObject([
    { status: "contacted", version: 5 },
    { status: "lost", lostReason: "Moved to Pune", version: 6 },
  ]);
});

test("when a colleague changed the same, both values are shown and the chosen one is saved", async () => {
  const { api, put } = startDesk();
  const { panel } = await openLead();
  await userEvent.keyboard("o");
  const form = await dialog("Owner of Gokul Anand");
  const twoMinutesAgo = new Date(Date.now() - 125_000).toISOString();
  put({ owner: { staffId: "joel", name: "Joel Antony" }, lastChange: { who: "Prakash Immanuel", at: twoMinutesAgo } });
  await userEvent.click(await form.findByLabelText("Shalini Ravi"));
  await press(form, "Save the owner");
  const both = await dialog("Gokul Anand was changed");
  expect(both.getByText("Shalini Ravi")).toBeTruthy();
  expect(both.getByText("Joel Antony")).toBeTruthy();
  expect(both.getByText(/^Prakash Immanuel changed this 2 minutes ago\./)).toBeTruthy();
  await press(both, "Save these");
  expect(await panel.findByText("Shalini Ravi")).toBeTruthy();
  expect(api.inputsOf("inbox.change")).toMatchObject([{ version: 5 }, { version: 6, ownerId: "shalini" }]);
});

test("their value can be kept", async () => {
  const { api, put } = startDesk();
  const { panel } = await openLead();
  put({ status: "visiting" });
  await press(panel, "Contacted");
  await press(await dialog("Gokul Anand was changed"), "Take all of theirs");
  await waitFor(() =>
    expect(panel.getByRole("button", { name: "Visiting" }).getAttribute("aria-pressed")).toBe("true"),
  );
  expect(api.inputsOf("inbox.change")).toHaveLength(1);
});

test("a change of something else is joined without a question", async () => {
  const { put } = startDesk();
  const { panel } = await openLead();
  put({ tags: ["weekend"] });
  await press(panel, "Contacted");
  expect(await screen.findByText("The status is Contacted now.")).toBeTruthy();
  expect(panel.getByRole("button", { name: "Remove the tag weekend" })).toBeTruthy();
});

test("a call is noted once with its result and plans the next one, also when the second step fails at first", async () => {
  let isDown = true;
  const { api } = startDesk({ nextCallAt: "2020-01-01T04:30:00.000Z" }, {});
  const { panel } = await openLead();
  const sound = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) => {
    if (init.method === "PATCH" && isDown) return Promise.reject(new TypeError("offline"));
    return sound(path, init);
  });
  await userEvent.click(panel.getByRole("link", { name: "Call" }));
  const form = await dialog("Call with Gokul Anand");
  await press(form, "No answer");
  await press(form, "Tomorrow 10:00");
  await press(form, "Save the call");
  await form.findByText("The server did not answer. Please try again.");
  isDown = false;
  await press(form, "Save the call");
  expect(await panel.findByText("The call is noted, with the next one.")).toBeTruthy();
  expect(api.inputsOf("inbox.note")).toEqual([{ leadId: "gokul", kind: "call", text: "No answer." }]);
  const [change] = api.inputsOf("inbox.change");
  expect(change?.nextCallAt).toMatch(/T04:30:00.000Z$/);
});

test("a mail is filled in from a template and says from and to whom; what was typed stays", async () => {
  const { api } = startDesk();
  const { panel } = await openLead();
  await press(panel, "Mail");
  const form = await dialog("Mail to Gokul Anand");
  expect(form.getByText("gokul@example.com")).toBeTruthy();
  await userEvent.type(form.getByLabelText("Text"), "Hello!");
  await userEvent.selectOptions(await form.findByLabelText("Template"), "Greeting");
  await press(form, "Send the mail");
  expect(await panel.findByText("The mail to gokul@example.com is on its way.")).toBeTruthy();
  expect(api.inputsOf("inbox.mail")).toEqual([
    {
      leadId: "gokul",
      subject: "MERN Stack at Shoreline",
      text: "Hello!\n\nDear Gokul, call +91 44 4000 0000. Anitha Devan",
    },
  ]);
});

test("WhatsApp opens with the text, and the message is noted", async () => {
  const { api } = startDesk({ interest: "" });
  const { panel } = await openLead();
  await press(panel, "WhatsApp");
  const form = await dialog("WhatsApp to Gokul Anand");
  await userEvent.type(form.getByLabelText("Message"), "Hello & welcome to {{course}");
  expect(form.getByText("Not known, please write it yourself: {course}")).toBeTruthy();
  const link = form.getByRole("link", { name: "Open WhatsApp" });
  expect(link.getAttribute("href")).toBe("https://wa.me/919000007745?text=Hello%20%26%20welcome%20to%20%7Bcourse%7D");
  link.addEventListener("click", (event) => event.preventDefault());
  await userEvent.click(link);
  expect(await panel.findByText("Wrote on WhatsApp")).toBeTruthy();
  expect(api.inputsOf("inbox.note")).toMatchObject([{ kind: "whatsapp", text: "Hello & welcome to {course}" }]);
});

test("without a number and an address the ways to reach somebody say why not", async () => {
  startDesk({ number: null, email: null });
  const { panel } = await openLead();
  for (const name of ["Call", "WhatsApp", "Mail"])
    expect((panel.getByRole("button", { name }) as HTMLButtonElement).disabled).toBe(true);
  expect(panel.getByText(/There is no number.*There is no e-mail address/)).toBeTruthy();
});

test("N goes to the note; a note that was not saved is there again", async () => {
  startDesk();
  const { addressNow } = await openLead();
  await userEvent.keyboard("n");
  await userEvent.keyboard("Works till 6");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(addressNow()).toBe("/staff/leads"));
  expect(document.activeElement?.textContent).toBe("Gokul Anand");
  await userEvent.click(screen.getByRole("link", { name: "Gokul Anand" }));
  const note = await screen.findByLabelText<HTMLTextAreaElement>("Note, seen by staff only");
  expect(note.value).toBe("Works till 6");
  await userEvent.type(note, "{Control>}{Enter}{/Control}");
  expect(await screen.findByText("The note is saved.")).toBeTruthy();
  expect(note.value).toBe("");
});

test("Escape closes an open menu first, then the panel", async () => {
  startDesk();
  const { panel, addressNow } = await openLead();
  await press(panel, "More for Gokul Anand");
  await userEvent.keyboard("{Escape}");
  expect(addressNow()).toBe("/staff/leads?lead=gokul");
  expect(panel.queryByRole("button", { name: "Edit details" })).toBeNull();
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(addressNow()).toBe("/staff/leads"));
});

test("tags are added and removed", async () => {
  const { api } = startDesk({ tags: ["referred"] });
  const { panel } = await openLead();
  await userEvent.click(panel.getByRole("button", { name: "add a tag" }));
  await userEvent.type(panel.getByLabelText("New tag"), "weekend, referred{Enter}");
  await screen.findByText("Tagged with weekend.");
  await press(panel, "Remove the tag referred");
  await screen.findByText("The tag referred is removed.");
  expect(api.inputsOf("inbox.change").map(({ tags }) => tags)).toEqual([["referred", "weekend"], ["weekend"]]);
});

test("after a tag the focus stays in the field for the next one, and an empty field closes it", async () => {
  const { api } = startDesk();
  const { panel } = await openLead();
  await userEvent.click(panel.getByRole("button", { name: "add a tag" }));
  await userEvent.type(panel.getByLabelText("New tag"), "weekend");
  await press(panel, "Add");
  await panel.findByRole("button", { name: "Remove the tag weekend" });
  expect(document.activeElement).toBe(panel.getByLabelText("New tag"));
  await userEvent.keyboard("hot{Enter}");
  await panel.findByRole("button", { name: "Remove the tag hot" });
  expect(api.inputsOf("inbox.change").map(({ tags }) => tags)).toEqual([["weekend"], ["weekend", "hot"]]);
  await userEvent.keyboard("{Enter}");
  expect(panel.queryByLabelText("New tag")).toBeNull();
  expect(document.activeElement).toBe(panel.getByRole("button", { name: "add a tag" }));
});

test("a wrong number is shown at its field, and only what was changed is sent", async () => {
  const { api } = startDesk({}, { change: () => new Refused("INVALID_INPUT", { number: "Enter a phone number" }) });
  const { panel } = await openLead();
  await press(panel, "More for Gokul Anand");
  await press(panel, "Edit details");
  const form = await dialog("Details of Gokul Anand");
  await userEvent.type(form.getByLabelText("Phone number"), "x");
  await press(form, "Save the details");
  expect(await form.findByText("Enter a phone number")).toBeTruthy();
  expect(api.inputsOf("inbox.change")).toEqual([{ leadId: "gokul", version: 5, number: "+919000007745x" }]);
});

test("two leads of one person are merged after a question, and separated again", async () => {
  const ravi: Lead = { ...sampleDetail(), leadId: "ravi", name: "Ravi Kumar", cameAt: "2026-08-03T05:00:00.000Z" };
  const { api } = startDesk({ similar: [ravi] });
  const { panel } = await openLead();
  expect(panel.getByText(/Same number/).textContent).toBe("Same number: Ravi Kumar, received 3 Aug 2026");
  await press(panel, "Merge Ravi Kumar");
  const question = await dialog("Merge Ravi Kumar into Gokul Anand");
  expect(question.getByText(/history of Ravi Kumar.*moves to Gokul Anand/)).toBeTruthy();
  await press(question, "Merge the two leads");
  await userEvent.click(await panel.findByRole("button", { name: "Separate Ravi Kumar" }));
  expect(await panel.findByText("Ravi Kumar is a separate lead again.")).toBeTruthy();
  expect(api.inputsOf("inbox.unmerge")).toEqual([{ leadId: "gokul", otherId: "ravi" }]);
});

test("any other lead is found and merged after a question", async () => {
  const ravi: Lead = { ...sampleDetail(), leadId: "ravi", name: "Ravi Kumar", number: "+919000000001" };
  const { api } = startDesk({}, { list: ({ words }) => ({ leads: words ? [ravi, sampleDetail()] : [], next: null }) });
  const { panel } = await openLead();
  await press(panel, "More for Gokul Anand");
  await press(panel, "Merge with another lead");
  const choice = await dialog("Merge Gokul Anand with another lead");
  expect(choice.getByRole("button", { name: "Continue" })).toHaveProperty("disabled", true);
  await userEvent.type(choice.getByLabelText("Find the other lead"), "ravi");
  await userEvent.click(await choice.findByLabelText(/Ravi Kumar/));
  expect(choice.queryByLabelText(/Gokul/)).toBeNull();
  await press(choice, "Continue");
  const question = await dialog("Merge Ravi Kumar into Gokul Anand");
  await press(question, "Merge the two leads");
  expect(await panel.findByText("Ravi Kumar and Gokul Anand are one lead now.")).toBeTruthy();
  expect(api.inputsOf("inbox.merge")).toEqual([{ leadId: "gokul", otherId: "ravi" }]);
});

test("spam is marked after saying what that means", async () => {
  startDesk();
  const { panel } = await openLead();
  await press(panel, "More for Gokul Anand");
  await press(panel, "Mark as spam");
  const question = await dialog("Mark as spam");
  expect(question.getByText(/What comes later from this number or address stays out of the list/)).toBeTruthy();
  await press(question, "Mark as spam");
  expect(await panel.findByText("Spam")).toBeTruthy();
});

test("an unknown lead says what may have happened", async () => {
  startDesk({}, { read: () => new Refused("UNKNOWN_LEAD") });
  openConsole("/staff/leads?lead=gone");
  expect(await screen.findByText(/It may have been erased, or merged/)).toBeTruthy();
});
