import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { stringify } from "yaml";
import { z } from "zod";
import { StartError } from "../start-error.ts";

/** What a person is asked for a new institute; everything else has a default or can be left out. */
export type Answers = {
  name: string;
  tagline: string;
  city: string;
  address: string;
  pin: string;
  state: string;
  phone: string;
  email: string;
  course: string;
  hours: string;
  price: string;
};

type Question = {
  name: keyof Answers;
  text: string;
  usual?(given: Partial<Answers>): string;
  isFine(text: string): boolean;
};

const isText = (text: string) => text.trim() !== "" && text.length <= 200 && !/\p{C}/u.test(text);
const linesOf = (address: string) => address.split(";").flatMap((line) => line.trim() || []);

export const questions: Question[] = [
  { name: "name", text: "Name of the institute", isFine: isText },
  {
    name: "tagline",
    text: "What it offers, in one line",
    usual: () => "Software training with live classes",
    isFine: isText,
  },
  { name: "city", text: "City", isFine: isText },
  {
    name: "address",
    text: "Street and number (several lines: separate them with ;)",
    isFine: (text) => isText(text) && linesOf(text).length > 0,
  },
  { name: "pin", text: "PIN code", isFine: (text) => /^\d{6}$|^\d{3} \d{3}$/.test(text) },
  { name: "state", text: "State, as on invoices", isFine: isText },
  {
    name: "phone",
    text: "Phone number",
    isFine: (text) => /^\+?[\d ()-]{8,20}$/.test(text) && text.replace(/\D/g, "").length >= 8,
  },
  { name: "email", text: "E-mail address", isFine: (text) => z.email().safeParse(text).success },
  { name: "course", text: "Name of the first course", isFine: isText },
  { name: "hours", text: "Hours of this course", usual: () => "40", isFine: (text) => /^[1-9]\d{0,2}$/.test(text) },
  {
    name: "price",
    text: "Its fee in rupees, 0 for none",
    usual: () => "9999",
    isFine: (text) => /^\d{1,7}$/.test(text),
  },
];

/** Writes the files of a new institute into an empty folder. */
export function writeInstitute(folder: string, answers: Answers): string[] {
  const root = path.resolve(folder);
  if (existsSync(root) && !statSync(root).isDirectory()) throw new StartError(`${root} is a file. Choose a folder.`);
  if (existsSync(root) && readdirSync(root).length > 0)
    throw new StartError(`${root} is not empty. Choose a folder that does not exist yet.`);
  const files = filesFor(answers);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return Object.keys(files);
}

function filesFor(answers: Answers): Record<string, string> {
  const { name, tagline, city, address, pin, state, phone, email, course, hours, price } = answers;
  const slug = (text: string) =>
    text
      .toLowerCase()
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(/\+/g, "p")
      .replace(/#/g, "-sharp")
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "") || "course";
  const letters = initials(name);
  return {
    "institute.yaml": withNote(instituteNote, {
      name,
      tagline,
      city,
      address: [...linesOf(address), `${city} ${pin}`],
      phone,
      email,
      state,
      courseUrlSuffix: `training-in-${slug(city)}`,
      certificatePrefix: letters,
      invoicePrefix: letters.slice(0, 3),
    }),
    "home.yaml": withNote(homeNote, {
      hero: { title: tagline, text: `Live classes with ${name} in ${city}, online, in small groups.` },
    }),
    "contact.yaml": withNote(contactNote, {
      title: "Call or write to us",
      lead: "Tell us what you would like to learn. We read every message.",
    }),
    [`courses/${slug(course)}.yaml`]: withNote(courseNote, {
      courseName: course,
      field: "programming",
      level: "beginner",
      isTrending: true,
      durationInHours: Number(hours),
      priceInRupees: Number(price),
      description: `${course}, taught live in ${hours} classes of one hour.`,
      outcomes: [`Use ${course} in a project of your own.`],
      syllabus: [
        { title: "First steps", topics: ["What you need and how we work", `${course} from the beginning`] },
        { title: "Practice", topics: ["Exercises of rising difficulty", "A project of your own"] },
      ],
    }),
    "README.md": readme(name),
  };
}

/** The capital letters of the words of a name: Kaveri School of Code is KSC. */
function initials(name: string): string {
  const words = name.normalize("NFKD").match(/[A-Za-z]+/g) ?? [];
  const capitals = words.flatMap((word) => (/^[A-Z]/.test(word) ? [word.charAt(0)] : []));
  const letters = (capitals.length > 1 ? capitals : [...(words[0] ?? "INST")]).join("").toUpperCase();
  return letters.slice(0, 5);
}

const withNote = (note: string, content: unknown) =>
  `${note.trim().replace(/^/gm, "# ")}\n${stringify(content, { lineWidth: 110 })}`;

const instituteNote = `
The settings of your institute. Optional: timeZone, foundedIn, landline, whatsapp (digits with country code), social (facebook,
instagram, youtube, linkedin), placementUrl, jobPortalUrl, codeEditorUrl, gstin, gstPercent, sac, certificateSignatory (name,
designation), certificateAttendancePercent, guardianBelowAge, erasedAfterMonths, courseFields, courseLevels, batchTimes,
enquiryCourses, and brand (colours: main and accent; logo: light and dark; icon; hero; film).
Leave the prefixes of certificates and invoices as they are once one has been issued: numbers go on counting, and papers of one
year should look alike.`;

const homeNote = `
The texts of the home page. Optional lists: statistics, companies, reviews, clients, steps.`;

const contactNote = `
The contact page. Optional: hours, directions, mapPicture with mapText, mapUrl (a link), and mapFrame (a map for the page itself).`;

const courseNote = `
One file for each course; the name of the file is its id in addresses. field and level are keys of courseFields and courseLevels in
institute.yaml. A picture of the same name in pictures/courses is shown with it (SVG, JPEG, PNG, WebP or AVIF).
The syllabus is a beginning: replace it with yours before you sell the course. A batch has as many classes as the course has hours.`;

const readme = (name: string) => `# The content of ${name}

Everything that visitors read, and nothing else: keep this folder in a version control of its own, outside the product.

1. Set \`CONTENT_DIR\` to this folder, in the environment or in the file \`.env\` of the product.
2. \`npm run content -- check\` names every mistake with file, line and field.
3. \`npm start\` fills an empty database from here. Later, \`npm run content -- diff\` shows what would change, and
   \`npm run content -- apply\` changes it in the running product.
4. \`npm run batch -- new COURSE …\` plans a batch, so that learners have a schedule.

You may add \`about.yaml\`, \`services.yaml\`, \`career.yaml\`, \`news.yaml\`, \`mentors.yaml\`, \`chatbot.yaml\`, \`messages.yaml\`
(text messages as registered with the operators), \`courses/\`, \`offline-courses/\`, \`webinars/\`, \`quiz/\`, \`texts/privacy-policy.yaml\`, \`texts/terms-conditions.yaml\`, \`syllabuses/\` (PDF)
and \`pictures/\`. Without your own \`texts/\`, visitors read our usual terms and privacy policy with your name in them: read them, and
write your own where you do things differently. What else is missing does not appear on the site. The folder \`content\` of the product, with its demo, shows each of them.
`;
