import { longestSnippet, materialKinds } from "@shoreline/domain/material";
import { hasNoHiddenCharacters } from "@shoreline/domain/text";
import { z } from "zod";
import { ClassLink, ClassText } from "./class-shapes.ts";
import { courseWords, NamedCourse } from "./course-choice.ts";
import { endpoint } from "./endpoint.ts";
import { nothing } from "./staff-shapes.ts";
import { fileId } from "./upload-shapes.ts";

const moment = z.iso.datetime();
const courseId = z.string().min(1).max(100);
const materialId = z.uuid("Choose from the list");
const kind = z.enum(materialKinds, "Choose from the list");

export const Material = z.object({
  materialId: z.string(),
  kind,
  name: z.string(),
  url: z
    .string()
    .describe("Of a link; of a file the address that is made for who asks, and ends after some hours; else empty"),
  text: z.string().describe("Of a snippet"),
  language: z.string().describe("Of a snippet, such as Python; may be empty"),
  bytes: z.int().nullable().describe("Of a file"),
  isShown: z.boolean().describe("The browser shows the file; others are saved"),
  addedAt: moment,
});
export type Material = z.infer<typeof Material>;

const ofClass = z.object({ classId: z.string(), number: z.int(), topic: z.string(), startsAt: moment });

const StaffMaterial = z.object({
  ...Material.shape,
  class: ofClass.extend({ batch: z.string() }).nullable().describe("Null: of the whole course"),
});
export type StaffMaterial = z.infer<typeof StaffMaterial>;

const MaterialPage = z.object({
  course: z.object({
    courseId: z.string(),
    name: z.string(),
    bytes: z.int().describe("Of all files of the course"),
    gigabytes: z.int().describe("What they may take"),
  }),
  classes: z.array(ofClass.extend({ batch: z.string() })).describe("The latest with material, for the filter"),
  materials: z.array(StaffMaterial).describe("The latest first, 25 at a time"),
  next: z.string().nullable(),
});
export type MaterialPage = z.infer<typeof MaterialPage>;

const OwnMaterial = z.object({
  classes: z.array(ofClass.extend({ materials: z.array(Material) })).describe("With material, the latest first"),
  ofCourse: z.array(Material).describe("For the whole course, the latest first; only with the first page"),
  next: z.string().nullable().describe("For `after`"),
  isCut: z.boolean().describe("More was found than is shown: use more words"),
});
export type OwnMaterial = z.infer<typeof OwnMaterial>;

/** The call of `lesson` about material. */
export const ownMaterialCalls = {
  material: endpoint({
    summary: "The material of your course and of the classes of your batch, or what of it has these words",
    input: z.object({
      courseId,
      words: ClassText(100).default("").describe("Search in names and snippets"),
      after: z.uuid("Choose from the list").optional().describe("`next` of the page before"),
    }),
    reply: OwnMaterial,
    refusals: ["UNKNOWN_COURSE", "CLASS_ON_HOLD"],
    signedIn: true,
    limit: { points: 300, seconds: 600 },
  }),
};

const name = ClassText(150).min(1, "Enter a name").refine(hasNoHiddenCharacters, "Contains hidden characters");
const teach = { staff: "teach classes" as const };
const one = z.object({ materialId });

const NewMaterial = z
  .object({
    materialId: z.uuid().describe("Chosen by the form: the same one again adds nothing"),
    classId: z.uuid("Choose a class").optional(),
    courseId: courseId.optional().describe("For the whole course"),
    kind,
    name,
    fileId: fileId.optional(),
    url: z.union([z.literal(""), ClassLink]).default(""),
    text: z.string().max(longestSnippet, `Use at most ${longestSnippet} characters`).default(""),
    language: ClassText(30).refine(hasNoHiddenCharacters, "Contains hidden characters").default(""),
  })
  .refine(({ classId, courseId: course }) => Boolean(classId) !== Boolean(course), {
    ...{ path: ["classId"], error: "Name a class or a course" },
  })
  .refine((given) => given.kind !== "file" || given.fileId, { path: ["fileId"], error: "Choose a file" })
  .refine((given) => given.kind !== "link" || given.url, { path: ["url"], error: "Enter a link" })
  .refine((given) => given.kind !== "snippet" || given.text.trim(), { path: ["text"], error: "Enter the code" });

/** The calls of `library` about material. Trainers reach material of their own classes and courses. */
export const materialCalls = {
  courses: endpoint({
    summary: "Courses whose material one may change: by name, or the first ones; at most 20",
    input: z.object({ words: courseWords }),
    reply: z.object({ courses: z.array(NamedCourse), isMore: z.boolean().describe("More match than are listed") }),
    ...teach,
  }),
  firstCourse: endpoint({
    summary: "The course that the library opens on: the first with material, or else the first",
    input: nothing,
    reply: z.object({ course: NamedCourse.nullable().describe("Null: one teaches no course yet") }),
    ...teach,
  }),
  materials: endpoint({
    summary: "Material of a course, 25 at a time",
    input: z.object({
      courseId,
      kind: kind.optional(),
      classId: z
        .union([z.literal("course"), z.uuid("Choose from the list")])
        .optional()
        .describe("`course`: only what is for the whole course"),
      words: ClassText(100).optional().describe("In the name"),
      after: z.string().max(1000).optional().describe("`next` of the page before"),
    }),
    reply: MaterialPage,
    refusals: ["UNKNOWN_COURSE"],
    ...teach,
  }),
  material: endpoint({
    summary: "One material, and how many learners can open it",
    input: one,
    reply: StaffMaterial.extend({ learners: z.int() }),
    refusals: ["UNKNOWN_MATERIAL"],
    ...teach,
  }),
  addMaterial: endpoint({
    summary: "Add a file, a link or a snippet to a class or a course; learners hear of it in their digest",
    input: NewMaterial,
    reply: z.object({ materialId: z.string() }),
    refusals: ["UNKNOWN_CLASS", "UNKNOWN_COURSE", "UNKNOWN_FILE", "UNKNOWN_MATERIAL", "TOO_MANY_MATERIALS"],
    limit: { points: 600, seconds: 3600 },
    ...teach,
  }),
  renameMaterial: endpoint({
    summary: "Give a material another name",
    input: one.extend({ name }),
    reply: StaffMaterial,
    refusals: ["UNKNOWN_MATERIAL"],
    ...teach,
  }),
  removeMaterial: endpoint({
    summary: "Remove a material",
    input: one,
    reply: nothing,
    refusals: ["UNKNOWN_MATERIAL"],
    ...teach,
  }),
};
