import type { RoomContent } from "./content/demo.ts";
import type { AllHandlers } from "./http/mount.ts";
import { courseContent } from "./rooms/course/content.ts";
import { courseHandlers } from "./rooms/course/handlers.ts";
import { leadHandlers } from "./rooms/lead/handlers.ts";
import { siteContent } from "./rooms/site/content.ts";
import { siteHandlers } from "./rooms/site/handlers.ts";

/** Every room, in order: a new one is added here, in the route table and nowhere else. */
export const handlers: AllHandlers = { site: siteHandlers, course: courseHandlers, lead: leadHandlers };

export const contents: RoomContent[] = [siteContent, courseContent];
