import { expect, test } from "vitest";
import { mostCues, readCaptions, writeVtt } from "./captions.ts";

const faultOf = (text: string) => {
  const read = readCaptions(text);
  return "fault" in read ? read.fault : null;
};

test("WebVTT with notes, styles, settings, tags and speakers becomes plain lines in order", () => {
  const read = readCaptions(
    "\uFEFFWEBVTT - a class\r\n\r\nNOTE made by hand\r\nsecond line\r\n\r\nSTYLE\n::cue { color: red }\n\nsecond\n00:05.000 --> 00:07.250 align:start position:0%\n<v.loud Nisha>Lists <i>and</i>\ntuples &amp; sets &lt;3\n\n01:00:00.000 --> 01:00:01.000\nThe end\n\n00:01.000 --> 00:04.000\nGood morning",
  );
  expect(read).toEqual({
    cues: [
      { startsMs: 1000, endsMs: 4000, text: "Good morning" },
      { startsMs: 5000, endsMs: 7250, text: "Nisha: Lists and tuples & sets <3" },
      { startsMs: 3_600_000, endsMs: 3_601_000, text: "The end" },
    ],
  });
});

test("SubRip is read too", () => {
  expect(readCaptions("1\n00:00:01,500 --> 00:00:02,000\nHello\n\n2\n00:00:03,000 --> 00:00:04,000\nAgain\n")).toEqual({
    cues: [
      { startsMs: 1500, endsMs: 2000, text: "Hello" },
      { startsMs: 3000, endsMs: 4000, text: "Again" },
    ],
  });
});

test.each([
  ["", 1, "no captions"],
  ["WEBVTT\n\nhello", 3, "no time"],
  ["WEBVTT\n\n00:01.000 --> soon\nx", 3, "cannot be read"],
  ["WEBVTT\n\nname\n00:61.000 --> 00:62.000\nx", 4, "cannot be read"],
  ["WEBVTT\n\n00:05.000 --> 00:05.000\nx", 3, "not after the start"],
  ["WEBVTT\n\n101:00:05.000 --> 101:00:06.000\nx", 3, "100 hours"],
  [`WEBVTT\n\n00:01.000 --> 00:02.000\n${"x".repeat(1001)}`, 3, "1000 letters"],
  ["PDF-1.7 binary", 1, "no time"],
])("what is wrong in %j is said with its line", (text, line, why) => {
  expect(faultOf(text)).toMatchObject({ line, text: expect.stringContaining(why) });
});

test("there is a bound", () => {
  const many = (count: number) => `WEBVTT\n\n${"00:01.000 --> 00:02.000\nx\n\n".repeat(count)}`;
  expect(faultOf(many(mostCues))).toBeNull();
  expect(faultOf(many(mostCues + 1))?.text).toContain("20000");
});

test("what is written reads the same again, and carries no markup and no time of its own", () => {
  const cues = [
    { startsMs: 61_005, endsMs: 62_000, text: "a < b && c --> d" },
    { startsMs: 3_700_000, endsMs: 3_700_001, text: "<script>alert(1)</script>" },
  ];
  expect(readCaptions(writeVtt(cues))).toEqual({ cues });
  expect(writeVtt(cues)).toContain("01:01:40.000 --> 01:01:40.001\n&lt;script&gt;");
});

test("hidden characters that turn text round are taken out", () => {
  expect(readCaptions("00:01.000 --> 00:02.000\n\u202Eevil\u0000")).toEqual({
    cues: [{ startsMs: 1000, endsMs: 2000, text: "evil\uFFFD" }],
  });
});

test.each(["<v.", "<v. ", "<v", "<", "&amp", "<v.a\t", " "])(
  "a file full of %j is read or refused in no time",
  (piece) => {
    const cue = (text: string) => `00:01.000 --> 00:02.000\n${text}\n\n`;
    expect(readCaptions(cue(`a${piece.repeat(600_000)}`))).toEqual({
      fault: { line: 1, text: "A caption has at most 1000 letters" },
    });
    const many = cue(`a${piece.repeat(9000 / piece.length)}`).repeat(200);
    expect(Object.keys(readCaptions(many))).toHaveLength(1);
  },
);
