import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { fakeServer } from "../../test/fake-upload.ts";
import { PictureUpload } from "./picture-upload.tsx";

vi.mock("tus-js-client", async () => ({ Upload: (await import("../../test/fake-upload.ts")).FakeUpload }));

const photo = () => new File([new Uint8Array(1_000_000)], "beach.jpg", { type: "image/jpeg", lastModified: 7 });
const heic = () => new File(["heic"], "IMG_1.HEIC", { type: "", lastModified: 7 });
let busy: boolean[] = [];
let changes: { picture: string; name: string }[] = [];

beforeEach(() => {
  localStorage.clear();
  fakeServer.reset();
  busy = [];
  changes = [];
});
afterEach(cleanup);

test("a chosen picture shows its progress, can be paused and resumed, and becomes the new picture", async () => {
  fakeServer.hangAt = 400_000;
  render(<Form />);
  expect(screen.getByText("K")).toBeTruthy();
  await choose(photo());
  await screen.findByText("40 %");
  expect(screen.getByRole("progressbar").getAttribute("value")).toBe("40");
  await userEvent.click(screen.getByRole("button", { name: "Pause" }));
  expect(screen.getByText("Paused at 40 %")).toBeTruthy();
  const { promise, resolve } = Promise.withResolvers<void>();
  fakeServer.gate = promise;
  await userEvent.click(screen.getByRole("button", { name: "Resume" }));
  expect(document.activeElement?.textContent).toBe("Pause");
  resolve();
  expect((await screen.findByAltText("Your profile")).getAttribute("src")).toBe("/media/user/1.webp");
  expect(await screen.findAllByText("Your picture has been uploaded.")).not.toHaveLength(0);
  expect(document.activeElement).toBe(screen.getByLabelText("Change picture"));
  expect(busy).toEqual([false, true, false]);
});

test("text typed during an upload is not lost when the picture arrives", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  fakeServer.gate = promise;
  render(<Form />);
  await choose(photo());
  await userEvent.type(screen.getByLabelText("Name"), "avya");
  resolve();
  await screen.findByAltText("Your profile");
  expect(changes.at(-1)).toEqual({ picture: "/media/user/1.webp", name: "Kavya" });
});

test("cancelling keeps the old picture", async () => {
  fakeServer.hangAt = 200_000;
  render(<Form />);
  await choose(photo());
  await userEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  expect(screen.getAllByText("The upload was cancelled.")).not.toHaveLength(0);
  expect(screen.getByText("K")).toBeTruthy();
  expect(changes).toEqual([]);
});

test("a picture that can never pass is refused in the server's words, without Try again", async () => {
  fakeServer.refusal = { status: 422, body: JSON.stringify({ error: "This picture is damaged." }) };
  render(<Form />);
  await choose(photo());
  expect((await screen.findByText("This picture is damaged.")).closest("[role=alert]")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("an error that may pass is shown, and the upload can be tried again", async () => {
  fakeServer.refusal = { status: 401, body: JSON.stringify({ error: "You have to login First" }) };
  render(<Form />);
  await choose(photo());
  expect((await screen.findByText("You have to login First")).closest("[role=alert]")).toBeTruthy();
  fakeServer.reset();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByAltText("Your profile")).toBeTruthy();
});

test("a file that is not a picture is not sent", async () => {
  render(<Form />);
  await choose(new File(["%PDF"], "cv.pdf", { type: "application/pdf" }));
  expect((await screen.findByRole("alert")).textContent).toContain("not a picture");
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(fakeServer.requests).toEqual([]);
});

test("a HEIC picture is sent as JPEG where the browser can read it, and otherwise refused before it is sent", async () => {
  render(<Form />);
  await choose(heic());
  const refusal = "This phone’s picture format (HEIC) cannot be read here. Choose a JPEG or PNG.";
  expect((await screen.findByText(refusal)).closest("[role=alert]")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
  expect(fakeServer.requests).toEqual([]);

  startReadingHeic();
  await choose(heic());
  expect(await screen.findByAltText("Your profile")).toBeTruthy();
  expect(screen.queryByText(refusal)).toBeNull();
  const [sent] = fakeServer.files;
  expect([sent?.name, sent?.type, await sent?.text()]).toEqual(["IMG_1.jpg", "image/jpeg", "2048 × 1536"]);
});

test("a picture that is chosen while a HEIC is read is sent instead, and nothing is being prepared any more", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  startReadingHeic(promise);
  render(<Form />);
  await choose(heic());
  expect(screen.getByText("Preparing the picture…")).toBeTruthy();
  await choose(photo());
  expect(await screen.findByAltText("Your profile")).toBeTruthy();
  expect(screen.queryByText("Preparing the picture…")).toBeNull();
  resolve();
  await promise;
  expect(fakeServer.files.map(({ name }) => name)).toEqual(["beach.jpg"]);
});

test("when the program that reads a HEIC does not load, the learner can try again", async () => {
  vi.doMock("./heic.ts", () => {
    throw new Error("offline");
  });
  render(<Form />);
  await choose(heic());
  expect(await screen.findByText("The picture could not be prepared. Please try again.")).toBeTruthy();
  expect(screen.queryByText("Preparing the picture…")).toBeNull();
  vi.doUnmock("./heic.ts");
  startReadingHeic();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByAltText("Your profile")).toBeTruthy();
  expect(fakeServer.files.map(({ name }) => name)).toEqual(["IMG_1.jpg"]);
});

test("after a reload it says which file to choose again", () => {
  const stored = { creationTime: new Date().toString(), uploadUrl: "/files/1" };
  localStorage.setItem("tus::picture-1000000-7-beach.jpg::1", JSON.stringify(stored));
  render(<Form />);
  expect(screen.getByText(/“beach.jpg” was interrupted. Choose the same picture again/)).toBeTruthy();
});

/** As Safari does; the picture tells its size. */
function startReadingHeic(until?: Promise<void>) {
  vi.stubGlobal("createImageBitmap", async () => {
    await until;
    return { width: 4032, height: 3024, close() {} };
  });
  const drawing = { drawImage() {} } as unknown as CanvasRenderingContext2D;
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(drawing);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation(function (this: HTMLCanvasElement, done) {
    done(new Blob([`${this.width} × ${this.height}`], { type: "image/jpeg" }));
  });
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
}

function choose(file: File) {
  return userEvent.upload(screen.getByLabelText(/picture$/), file, { applyAccept: false });
}

function Form() {
  const [values, setValues] = useState({ picture: "", name: "K" });
  return (
    <>
      <label>
        Name
        <input value={values.name} onChange={({ target }) => setValues({ ...values, name: target.value })} />
      </label>
      <PictureUpload
        picture={values.picture}
        initial="K"
        authorization={() => "Bearer x"}
        onChange={(picture) => {
          changes.push({ ...values, picture });
          setValues({ ...values, picture });
        }}
        onBusyChange={(isBusy) => busy.push(isBusy)}
      />
    </>
  );
}
