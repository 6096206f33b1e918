import { openApi } from "@shoreline/contract/openapi";
import fc from "fast-check";

export type Schema = {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
};

export type Operation = {
  method: string;
  path: string;
  isSignedIn: boolean;
  parameters: { name: string; in: "path" | "query"; schema?: Schema }[];
  body: Schema | undefined;
};

type Described = {
  security?: unknown[];
  parameters?: Operation["parameters"];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

/** Every call that the OpenAPI document lists. */
export function listOperations(): Operation[] {
  const { paths } = openApi({ url: "http://localhost" }) as {
    paths: Record<string, Record<string, Described>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      isSignedIn: security !== undefined,
      parameters,
      body: requestBody?.content["application/json"]?.schema,
    })),
  );
}

/** Pieces that make a careless pattern go over the same text again and again when they are repeated. */
export const evilPieces = ["a", " ", "@", "a@", "a.", "a-", "0", "é", "\u200b", "a b"];

/** The names of all fields of a body, with the path to nested ones. */
export function fieldsOf(schema: Schema | undefined, above: string[] = []): string[][] {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => {
    const path = [...above, name];
    return [path, ...fieldsOf(field, path), ...fieldsOf(field.items, [...path, "0"])];
  });
}

/** A body in which one field has the given value; the fields around it are there and plausible. */
export function bodyWith(schema: Schema | undefined, [name, ...rest]: string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (name === "0") return [bodyWith(schema?.items, rest, value)];
  const others = Object.entries(schema?.properties ?? {}).map(([other, field]) => [other, plausible(field)]);
  return { ...Object.fromEntries(others), [name]: bodyWith(schema?.properties?.[name], rest, value) };
}

/** A body that is there and plausible; `text` stands wherever any text may. */
export function plausible(schema: Schema, text = "9876543210"): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return plausible(schema.anyOf[0], text);
  switch ([schema.type].flat()[0]) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, field]) => [name, plausible(field, text)]),
      );
    case "array":
      return schema.items ? [plausible(schema.items, text)] : [];
    case "boolean":
      return true;
    case "integer":
    case "number":
      return 1;
    default:
      return text;
  }
}

/** Texts that people, programs and attackers send. */
const oddText = fc.oneof(
  fc.constantFrom(
    "",
    "undefined",
    "null",
    "\u0000",
    "\ud800",
    "' or 1=1 --",
    "{{7*7}}",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "=cmd|' /c calc'!A1",
    "kavya@example.com",
    "9876543210",
    "+91",
    "2004-02-29",
    "sql",
    "00000000-0000-4000-8000-000000000000",
    "9".repeat(400),
    "é".repeat(300),
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.uuid(),
  fc.emailAddress(),
);

const oddValue = fc.oneof(
  { weight: 4, arbitrary: oddText },
  fc.constantFrom(null, true, -1, 0, 2 ** 53, 1e308, [], {}, [[]], { __proto__: null, toString: 1 }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Values for a schema: mostly of its type, sometimes anything. */
function valueFor(schema: Schema | undefined, depth = 0): fc.Arbitrary<unknown> {
  if (!schema || depth > 4) return oddValue;
  return fc.oneof({ weight: 3, arbitrary: typedValue(schema, depth) }, { weight: 1, arbitrary: oddValue });
}

function typedValue(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => valueFor(one, depth + 1)));
  switch ([schema.type].flat()[0]) {
    case "object": {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, valueFor(field, depth + 1)]);
      return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
    }
    case "array":
      return fc.array(valueFor(schema.items, depth + 1), { maxLength: 4 });
    case "boolean":
      return fc.boolean();
    case "integer":
    case "number":
      return fc.oneof(fc.integer(), fc.double(), fc.constantFrom(49_900, 599_900));
    default:
      return oddText;
  }
}

export type Request = { path: string; method: string; headers: Record<string, string>; body?: string };

/** Requests for one call, as its schema describes them and as nobody should send them. */
export function requestsFor({ method, path, parameters, body }: Operation): fc.Arbitrary<Request> {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const query = parameters.filter((one) => one.in === "query");
  return fc
    .record({
      values: fc.tuple(...inPath.map(() => oddText)),
      query: fc.record(Object.fromEntries(query.map(({ name, schema }) => [name, valueFor(schema)])), {
        requiredKeys: [],
      }),
      sent: body ? valueFor(body) : fc.constant(undefined),
      isBroken: fc.integer({ min: 0, max: 30 }).map((n) => n === 0),
      type: fc.constantFrom("application/json", "application/json", "application/json", "text/plain", ""),
    })
    .map(({ values, query: asked, sent, isBroken, type }) => {
      const filled = inPath.reduce((text, name, n) => text.replace(`{${name}}`, encode(values[n])), path);
      const search = Object.entries(asked).map(([name, value]) => `${name}=${encode(value)}`);
      const text = sent === undefined ? undefined : (JSON.stringify(sent) ?? "");
      return {
        path: search.length > 0 ? `${filled}?${search.join("&")}` : filled,
        method,
        headers: text === undefined ? {} : { "content-type": type },
        ...(text === undefined ? {} : { body: isBroken ? text.slice(0, text.length / 2) : text }),
      };
    });
}

function encode(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return encodeURIComponent(text.toWellFormed());
}
