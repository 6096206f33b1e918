import { expect, test } from "vitest";
import { codeHtml, codeText } from "./code-html.ts";

test("code is rendered line by line with highlighting, and its own markup is escaped", () => {
  expect(codeHtml({ code: 'if a < b:\n    "<b>&amp;"', marks: "k2-12s10" })).toBe(
    '<code><span><i data-kind="k">if</i> a &lt; b:\n</span><span>    <i data-kind="s">"&lt;b&gt;&amp;amp;"</i>\n</span></code>',
  );
});

test.each(["", "a", "x = [1,\n  2]", "<script>alert('&lt;')</script>\n\n&amp;"])("%j can be read back", (code) => {
  expect(codeText(codeHtml({ code, marks: "k1" }))).toBe(code);
});
