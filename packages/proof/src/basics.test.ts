import { expect, test } from "vitest";
import { base58, base64url, hex, readBase58, readBase64url, readHex, utf8 } from "./bytes.ts";
import { canonicalJson } from "./canonical-json.ts";
import { canCheck } from "./keys.ts";
import { fingerprintOf, multikeyOf, readMultikey } from "./multikey.ts";
import { bakePng, readPng } from "./png.ts";
import { bakeSvg, readSvg } from "./svg.ts";
import { makeKey } from "./test/sample-institute.ts";
import { plainPng, plainSvg } from "./test/sample-pictures.ts";

test("base58 keeps leading zeros and refuses other letters", () => {
  expect(base58(utf8("Hello World!"))).toBe("2NEpo7TZRRrLZSi2U");
  expect(readBase58(base58(Uint8Array.of(0, 0, 1, 255)))).toEqual(Uint8Array.of(0, 0, 1, 255));
  expect(readBase58("0OIl")).toBeNull();
  expect(readBase58("2".repeat(200))).toBeNull();
  expect(readBase58("")).toEqual(new Uint8Array());
});

test("base64url has one spelling for the same bytes", () => {
  expect(base64url(Uint8Array.of(251, 255))).toBe("-_8");
  expect(readBase64url("-_8")).toEqual(Uint8Array.of(251, 255));
  for (const odd of ["-_9", "-_8=", "+/8", "a"]) expect(readBase64url(odd)).toBeNull();
  expect(readHex(hex(Uint8Array.of(0, 171)))).toEqual(Uint8Array.of(0, 171));
  expect(readHex("0g")).toBeNull();
});

test("canonical JSON follows RFC 8785", () => {
  const value = { "€": 1, "\r": 2, "1": 3, "😀": 4, "\u0080": 5, ö: 6, "\ufb33": 7 };
  expect(canonicalJson(value)).toBe('{"\\r":2,"1":3,"\u0080":5,"ö":6,"€":1,"😀":4,"\ufb33":7}');
  expect(canonicalJson([333333333.3333333, 1e30, 4.5, 2e-3, 1e-27, -0, true, null])).toBe(
    "[333333333.3333333,1e+30,4.5,0.002,1e-27,0,true,null]",
  );
  for (const odd of ["\ud800", { "\udc00": 1 }, Number.NaN, Number.POSITIVE_INFINITY, undefined, [() => 1]])
    expect(() => canonicalJson(odd)).toThrow(TypeError);
});

test("multikeys name Ed25519 and P-256 keys, whose points are found again", async () => {
  for (const kind of ["ed25519", "p256"] as const)
    for (let round = 0; round < 8; round++) {
      const { raw, multikey } = await makeKey(kind);
      expect(multikey).toMatch(kind === "p256" ? /^zDn/ : /^z6Mk/);
      expect(readMultikey(multikey)).toEqual({ kind, raw });
    }
  const offCurve = `z${base58(Uint8Array.of(0x80, 0x24, 2, ...new Uint8Array(31), 1))}`;
  for (const odd of ["", "z", "zQQ", "m123", offCurve]) expect(readMultikey(odd)).toBeNull();
  const known = { kind: "ed25519" as const, raw: new Uint8Array(32) };
  expect(multikeyOf(known)).toBe("z6MkeTG3bFFSLYVU7VqhgZxqr6YzpaGrQtFMh1uvqGy1vDnP");
  expect(await fingerprintOf(utf8("abc"))).toMatch(/^ba7816bf/);
});

test("this platform can check signatures", async () => {
  expect(await canCheck()).toBe(true);
});

test("what is baked into a picture is read again, also text that would end its section", async () => {
  const text = JSON.stringify({ name: "Zoë ]]> <b> & “x”" });
  expect(readPng(bakePng(await plainPng(), text)).credential).toBe(text);
  expect(JSON.parse(readSvg(bakeSvg(plainSvg(), text)).credential ?? "")).toEqual(JSON.parse(text));
  const escaped = '<svg><openbadges:credential>{"a":"&lt;&#65;&#x42;&amp;"}</openbadges:credential></svg>';
  expect(readSvg(utf8(escaped)).credential).toBe('{"a":"<AB&"}');
  expect(readSvg(utf8('<svg><openbadges:credential verify="a.b.c"/></svg>')).credential).toBe("a.b.c");
});

test("nothing is baked into a file that is no picture or has a credential already", async () => {
  const baked = bakePng(await plainPng(), "{}");
  for (const odd of [baked, utf8("x")]) expect(() => bakePng(odd, "{}")).toThrow(TypeError);
  for (const odd of [bakeSvg(plainSvg(), "{}"), utf8("<p/>")]) expect(() => bakeSvg(odd, "{}")).toThrow(TypeError);
});
