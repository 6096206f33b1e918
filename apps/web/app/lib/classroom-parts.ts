import type { ClassroomPart, ClassroomReplies } from "@shoreline/contract";
import { ApiError } from "@shoreline/contract/client";
import { learnerClient } from "./learner.ts";

type Asked = { parts: Set<ClassroomPart>; reply: ReturnType<typeof read> };
let asked: Asked | null = null;

/** Reads one part of the classroom. Parts that a screen asks for in the same moment are one call. */
export async function readPart<Name extends ClassroomPart>(name: Name): Promise<ClassroomReplies[Name]> {
  asked ??= collect();
  const { parts, reply } = asked;
  parts.add(name);
  const found = await reply.catch((error) => {
    // Another part may be the broken one.
    if (parts.size > 1 && error instanceof ApiError && error.code === "INTERNAL") return read([name]);
    throw error;
  });
  return found[name] as ClassroomReplies[Name];
}

function collect(): Asked {
  const parts = new Set<ClassroomPart>();
  const reply = Promise.resolve().then(() => {
    asked = null;
    return read([...parts]);
  });
  return { parts, reply };
}

function read(parts: ClassroomPart[]) {
  return learnerClient.classroom.read({ parts });
}
