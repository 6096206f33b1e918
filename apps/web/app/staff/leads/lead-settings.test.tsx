import type { LeadTemplate } from "@shoreline/contract";
import type { Assignment } from "@shoreline/domain/inbox";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, startFakeApi } from "../../test/fake-api.ts";
import { openConsole, sampleMe } from "../test/console.tsx";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const hello: LeadTemplate = {
  templateId: "t1",
  name: "Hello",
  kind: "whatsapp",
  subject: "",
  text: "Dear {first name}",
  version: 2,
};

function startTemplates() {
  const stored = {
    templates: [hello],
    setting: { assignment: "by hand" as Assignment, version: 1 },
  };
  const api = startFakeApi({
    staff: { me: () => sampleMe() },
    inbox: {
      templates: () => ({ templates: stored.templates }),
      owners: () => ({
        ...{ owners: [], former: [], tags: [], takers: ["Prakash Immanuel", "Shalini Ravi"] },
        ...stored.setting,
      }),
      saveTemplate: ({ templateId = "t2", version = 0, ...given }) => {
        const known = stored.templates.find((one) => one.templateId === templateId);
        if (known && known.version !== version) return new Refused("CHANGED_MEANWHILE");
        const others = stored.templates.filter((one) => one !== known);
        stored.templates = [...others, { ...given, templateId, version: version + 1 }];
        return { templates: stored.templates };
      },
      removeTemplate: () => ({ templates: [] }),
      changeAssignment: ({ assignment, version }) => {
        if (version !== stored.setting.version) return new Refused("CHANGED_MEANWHILE");
        stored.setting = { assignment, version: version + 1 };
        return { message: "Done." };
      },
    },
  });
  return { api, stored };
}

const dialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));

test("a new template is written with fields, seen as a lead would get it, and saved", async () => {
  const { api } = startTemplates();
  openConsole("/staff/templates");
  await screen.findByRole("button", { name: "Hello" });
  await userEvent.keyboard("c");
  const form = await dialog("New template");
  await userEvent.type(form.getByLabelText("Name"), "Fees");
  await userEvent.selectOptions(form.getByLabelText("For"), "Mail");
  await userEvent.type(form.getByLabelText("Subject"), "Fees of {{course}");
  await userEvent.type(form.getByLabelText("Text"), "Dear ");
  await userEvent.click(form.getByRole("button", { name: "{first name}" }));
  const preview = within(form.getByRole("region", { name: "Preview" }));
  expect(preview.getByText("Fees of Python")).toBeTruthy();
  expect(preview.getByText("Dear Asha")).toBeTruthy();
  await userEvent.type(form.getByLabelText("Text"), ", {{pirce}");
  expect(form.getByText("{pirce} is not a known field")).toBeTruthy();
  await userEvent.type(form.getByLabelText("Text"), "{Backspace>7/}");
  await userEvent.click(form.getByRole("button", { name: "Save the template" }));
  expect(await screen.findByText("The template Fees is saved.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Fees" })).toBeTruthy();
  expect(api.inputsOf("inbox.saveTemplate")).toEqual([
    { name: "Fees", kind: "mail", subject: "Fees of {course}", text: "Dear {first name}, " },
  ]);
});

test("a template that a colleague has changed meanwhile is shown beside one's own", async () => {
  const { api, stored } = startTemplates();
  openConsole("/staff/templates");
  await userEvent.click(await screen.findByRole("button", { name: "Hello" }));
  const form = await dialog("Template Hello");
  stored.templates = [{ ...hello, text: "Hi {first name}", name: "Hi", version: 3 }];
  await userEvent.type(form.getByLabelText("Text"), "!");
  await userEvent.click(form.getByRole("button", { name: "Save the template" }));
  expect(await form.findByText("Hi {first name}")).toBeTruthy();
  const name = within(form.getByRole("group", { name: "Name" }));
  await userEvent.click(name.getByLabelText(/Theirs/));
  await userEvent.click(form.getByRole("button", { name: "Save these" }));
  await screen.findByText("The template Hi is saved.");
  expect(api.inputsOf("inbox.saveTemplate").at(-1)).toMatchObject({
    name: "Hi",
    text: "Dear {first name}!",
    version: 3,
  });
});

test("a template is removed after a question", async () => {
  startTemplates();
  openConsole("/staff/templates");
  await userEvent.click(await screen.findByRole("button", { name: "More for Hello" }));
  await userEvent.click(screen.getByRole("button", { name: "Remove the template" }));
  const question = await dialog("Remove a template");
  await userEvent.click(question.getByRole("button", { name: "Remove the template" }));
  expect(await screen.findByText(/There is no template yet/)).toBeTruthy();
});

test("new leads get an owner in turn once that is saved, and a colleague's choice is not overwritten", async () => {
  const { api, stored } = startTemplates();
  openConsole("/staff/templates");
  await userEvent.click(await screen.findByLabelText(/^In rotation/));
  stored.setting = { assignment: "by hand", version: 2 };
  await userEvent.click(screen.getByRole("button", { name: "Save the setting" }));
  await userEvent.click(await screen.findByRole("button", { name: "Save these" }));
  expect(await screen.findByText("New leads get an owner in rotation.")).toBeTruthy();
  expect(api.inputsOf("inbox.changeAssignment")).toMatchObject([{ version: 1 }, { version: 2 }]);
});

test("the turn names those who get leads in it", async () => {
  startTemplates();
  openConsole("/staff/templates");
  expect(await screen.findByText(/Now: Prakash Immanuel and Shalini Ravi\./)).toBeTruthy();
});

test("who may not change the settings reads whose right it is", async () => {
  startFakeApi({ staff: { me: () => sampleMe({ roles: ["counsellor"] }) } });
  openConsole("/staff/templates");
  expect(await screen.findByRole("heading", { name: "“Lead settings” is for the owner" })).toBeTruthy();
});
