import { expect, test } from "vitest";
import { batchHours, greet, isBatchTime, reply } from "./site.ts";

const script = {
  greeting: "Hello",
  start: "Lets start",
  end: "End conversation",
  thanks: "Thank you",
  entries: [
    { question: "Lets start", headingAnswer: "What would you like to know?", answer: [{ course: "Python" }] },
    { question: "Python", headingAnswer: "Python: 2-3 months", answer: [{ course: "End conversation" }] },
  ],
};

test("the chatbot starts with a greeting that offers to start or to end", () => {
  expect(greet(script)).toEqual({ by: "bot", text: "Hello", options: ["Lets start", "End conversation"] });
});

test.each(["Python", "python", "PYTHON"])(
  "choosing %s adds the choice, and the heading and options of its entry",
  (choice) => {
    expect(reply(script, choice)).toEqual([
      { by: "visitor", text: choice, options: [] },
      { by: "bot", text: "Python: 2-3 months", options: ["End conversation"] },
    ]);
  },
);

test("ending the conversation shows a thank-you without options", () => {
  expect(reply(script, "end conversation").at(-1)).toEqual({ by: "bot", text: "Thank you", options: [] });
});

test("a choice that is not in the script leads back to the greeting", () => {
  expect(reply(script, "Cobol").at(-1)).toEqual(greet(script));
});

test.each([
  ["9-10", 9],
  ["1-2", 13],
  ["07-08", 7],
  ["18-19", 18],
  ["12-13", 12],
  ["21-22", 21],
])("%s is the hour that begins at %i", (time, from) => {
  expect([isBatchTime(time), batchHours(time).from]).toEqual([true, from]);
});

test.each(["8-9", "9-11", "10-9", "00-01", "04-05", "22-23", "23-24", "24-25", "9", "9-10 AM", "9:00-10:00", ""])(
  "%j is not an hour for a batch",
  (time) => {
    expect(isBatchTime(time)).toBe(false);
  },
);
