import { tokenHeader } from "@shoreline/domain/account";
import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { type ErrorCode, errors } from "./errors.ts";
import { allRoutes, api, roomSummaries } from "./index.ts";
import { splitRoute } from "./public-routes.ts";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 document of the whole contract. */
export function openApi({ url }: { url: string }): Json {
  const paths: Record<string, Json> = {};
  for (const [room, calls] of Object.entries<Record<string, string>>(allRoutes)) {
    for (const [name, route] of Object.entries(calls)) {
      const { method, path } = splitRoute(route);
      const endpoint = (api as Record<string, Record<string, Endpoint>>)[room]?.[name] as Endpoint;
      const operationId = `${room}${name[0]?.toUpperCase()}${name.slice(1)}`;
      paths[path] = {
        ...paths[path],
        [method.toLowerCase()]: operation({ endpoint, method, path, room, operationId }),
      };
    }
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "API of the website and the learner portal",
      version: "1",
      summary: "Every path works with and without a trailing slash.",
      license: { name: "All rights reserved", identifier: "LicenseRef-Proprietary" },
    },
    servers: [{ url }],
    security: [],
    tags: Object.entries(roomSummaries).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: { Error: errorSchema() },
      securitySchemes: {
        session: { type: "http", scheme: "bearer", description: aboutTokens },
        staff: { type: "apiKey", in: "cookie", name: "staff", description: aboutCookie },
        key: { type: "http", scheme: "bearer", description: aboutKeys },
      },
    },
  };
}

const aboutTokens = `Or as \`token\` in the body. A token older than a day is replaced: the answer to a call then carries the next one in
the header \`${tokenHeader}\`. Use it from then on. The old one works until a minute after the first use of the new one; using
it later ends the session. A program that ignores the header keeps its token, unless it shares the session with others.`;

const aboutCookie = "Set by the sign-in of the staff console; `__Host-staff` at an encrypted address.";

const aboutKeys =
  "For other programs: `authorization: Bearer key_…`. An owner of the institute makes keys in the staff console under Connections.";

type OperationParts = { endpoint: Endpoint; method: string; path: string; room: string; operationId: string };

function operation({ endpoint, method, path, room, operationId }: OperationParts): Json {
  const input = jsonSchema(endpoint.input, "input") as { properties?: Record<string, Json>; required?: string[] };
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string);
  const rest = Object.keys(input.properties ?? {}).filter((name) => !inPath.includes(name));
  const parameter = (name: string, place: "path" | "query") => ({
    name,
    in: place,
    required: place === "path" || (input.required ?? []).includes(name),
    schema: input.properties?.[name],
  });
  const hasBody = method !== "GET" && !endpoint.ignoresBody && !endpoint.takesRawBody;
  const parameters = [
    ...inPath.map((name) => parameter(name, "path")),
    ...(hasBody || endpoint.takesRawBody ? [] : rest.map((name) => parameter(name, "query"))),
  ];
  const body: Json = {
    type: "object",
    properties: Object.fromEntries(rest.map((name) => [name, input.properties?.[name]])),
    required: (input.required ?? []).filter((name) => rest.includes(name)),
  };
  return {
    operationId,
    summary: endpoint.summary,
    tags: [room],
    ...(endpoint.signedIn ? { security: [{ session: [] }] } : {}),
    ...(endpoint.staff ? { security: [{ staff: [] }] } : {}),
    ...(endpoint.key ? { security: [{ key: [] }], description: `The key must allow: ${endpoint.key}.` } : {}),
    ...(parameters.length ? { parameters } : {}),
    ...(hasBody ? { requestBody: { required: true, content: { "application/json": { schema: body } } } } : {}),
    responses: responses(endpoint, { hasBody }),
  };
}

function responses(endpoint: Endpoint, { hasBody }: { hasBody: boolean }): Json {
  const codes: ErrorCode[] = ["INVALID_INPUT", ...(endpoint.refusals ?? []), "INTERNAL"];
  if (hasBody) codes.push("MALFORMED_JSON", "BODY_TIMEOUT", "BODY_TOO_LARGE", "WRONG_CONTENT_TYPE");
  if (endpoint.signedIn) codes.push("NOT_SIGNED_IN");
  if (endpoint.staff) codes.push("STAFF_ONLY", "NOT_ALLOWED");
  if (endpoint.key) codes.push("WRONG_KEY", "KEY_NOT_ALLOWED");
  if (endpoint.needsFreshProof) codes.push("FRESH_PROOF_NEEDED");
  if (endpoint.staff || endpoint.isEntrance || endpoint.key) codes.push("FOREIGN_ORIGIN");
  if (endpoint.limit) codes.push("TOO_MANY_REQUESTS");
  const content = endpoint.sends
    ? { [endpoint.sends]: { schema: { type: "string", format: "binary" } } }
    : { "application/json": { schema: jsonSchema(endpoint.reply, "output") } };
  const answers: Record<string, Json> = { 200: { description: "Success", content } };
  for (const code of codes) {
    const { status, text } = errors[code];
    const before = answers[status]?.description;
    answers[status] = {
      description: `${before ? `${before} ` : ""}\`${code}\`: ${text}`,
      content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
    };
  }
  return answers;
}

function errorSchema(): Json {
  const body = z.object({
    error: z.string().describe("A message to show to people"),
    code: z.enum(Object.keys(errors) as [ErrorCode, ...ErrorCode[]]).describe("A stable code for programs"),
    fields: z.record(z.string(), z.string()).optional().describe("The error message of each invalid field"),
    requestId: z.string().optional().describe("Quote it when you report a problem"),
  });
  return jsonSchema(body, "output");
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
