import { expect, test } from "vitest";
import { frameUrl, isMeetingLink, isRecordingLink } from "./meeting.ts";

test.each([
  "https://meet.jit.si/some-room",
  "https://us02web.zoom.us/j/81234567890?pwd=abc",
  "https://meet.google.com/abc-defg-hij",
  "https://teams.example:8443/meet?x=1#y",
  "https://teams.example:65535/meet",
  "https://example.org",
  `https://meet.jit.si/${"x".repeat(1980)}`,
])("%s is a meeting link", (link) => {
  expect(isMeetingLink(link)).toBe(true);
});

test.each([
  "",
  "http://meet.jit.si/room",
  "javascript:alert(1)",
  "data:text/html,x",
  "zoommtg://zoom.us/join?confno=1",
  "//meet.jit.si/room",
  "https://meet.jit.si@evil.example/room",
  "https://user:word@meet.jit.si/room",
  "https:///room",
  "https://meet.jit.si/ro om",
  "https://meet.jit.si\\@evil.example",
  " https://meet.jit.si/room",
  "https://meet.jit.si:65536/room",
  `https://meet.jit.si/${"x".repeat(1981)}`,
])("%j is not a meeting link", (link) => {
  expect(isMeetingLink(link)).toBe(false);
  expect(frameUrl(link)).toBeNull();
});

test.each([
  ["https://meet.jit.si/some-room", "https://meet.jit.si/some-room"],
  ["https://MEET.jit.si/Some-Room", "https://meet.jit.si/Some-Room"],
  ["https://us02web.zoom.us/j/81234567890?pwd=abc", "https://app.zoom.us/wc/81234567890/join?pwd=abc"],
  ["https://zoom.us/j/81234567890", "https://app.zoom.us/wc/81234567890/join"],
  ["https://app.zoom.us/wc/81234567890/join", "https://app.zoom.us/wc/81234567890/join"],
  ["https://8x8.vc/academy/room", "https://8x8.vc/academy/room"],
  ["https://demo.bigbluebutton.org/rooms/abc", "https://demo.bigbluebutton.org/rooms/abc"],
  ["https://meet.jit.si:443/room", "https://meet.jit.si/room"],
  ["https://meet.google.com/abc-defg-hij", null],
  ["https://zoom.us/s/81234567890", null],
  ["https://zoom.us/j/81234567890/info", null],
  ["https://zoom.us/info/j/81234567890", null],
  ["https://evil.example/j/81234567890", null],
  ["https://evilzoom.us/j/81234567890", null],
  ["https://evil8x8.vc/academy/room", null],
  ["https://evil.example/meet.jit.si", null],
  ["https://meet.jit.si.evil.example/", null],
  ["https://meet.jit.si:8443/room", null],
  ["https://evilbigbluebutton.org/", null],
])("%s is shown in a frame as %s", (link, framed) => {
  expect(frameUrl(link)).toBe(framed);
});

test.each([
  ["https://video.example/1", true],
  ["http://10.0.0.7/class-1.mp4", true],
  ["ftp://video.example/1", false],
  ["javascript:alert(1)", false],
  ["https://user@video.example/1", false],
  ["", false],
])("%j is a link to a recording: %s", (link, expected) => {
  expect(isRecordingLink(link)).toBe(expected);
});
