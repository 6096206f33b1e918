import { expect, test } from "vitest";
import { pushPayload } from "./push.ts";

const notice = { title: "Class moved", text: "It starts at 9 AM.", link: "/dashboard", notificationId: "n1" };

test("a notification carries its title, text and link, and a tag by which a second one replaces it", () => {
  const { notificationId, ...rest } = notice;
  expect(JSON.parse(pushPayload(notice))).toEqual({ ...rest, tag: notificationId });
});

test.each(["a", "அ", "😀", '"', "\u0001", "\ud800"])(
  "a long text of %j is cut to what push services take",
  (letter) => {
    const payload = pushPayload({ ...notice, title: letter.repeat(1000), text: letter.repeat(10_000) });
    expect(encodeURIComponent(payload).replace(/%../g, "x").length).toBeLessThan(3993);
    expect(JSON.parse(payload).text).toMatch(/…$/);
  },
);
