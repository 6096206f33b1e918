import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { stringify } from "yaml";
import { StartError } from "../start-error.ts";
import { type Answers, addressPart, linesOf } from "./institute-questions.ts";

/** Refuses, before anything is asked, a folder that cannot be that of a new institute. */
export function refuseFolder(folder: string): void {
  const root = path.resolve(folder);
  let nearest = root;
  while (!existsSync(nearest)) nearest = path.dirname(nearest);
  if (!statSync(nearest).isDirectory()) throw new StartError(`${nearest} is a file. Choose a folder.`);
  orRefuse(root, () => accessSync(nearest, constants.R_OK | constants.W_OK | constants.X_OK));
  if (nearest === root && readdirSync(root).length > 0)
    throw new StartError(`${root} is not empty. Choose a folder that does not exist yet.`);
}

/** Writes the files of a new institute into an empty folder. */
export function writeInstitute(folder: string, answers: Answers): string[] {
  refuseFolder(folder);
  const root = path.resolve(folder);
  const files = filesFor(answers);
  orRefuse(root, () => {
    for (const [file, text] of Object.entries(files)) {
      makeFolder(path.dirname(path.join(root, file)));
      writeFileSync(path.join(root, file), text);
    }
  });
  return Object.keys(files);
}

/** One by one: in a folder like /proc, where nothing can be made, Node's `recursive` never ends. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

function orRefuse<T>(root: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    throw new StartError(`${root} cannot be written (${message}). Choose a folder in which you may make files.`);
  }
}

function filesFor(answers: Answers): Record<string, string> {
  const { name, prefix, tagline, city, address, pin, state, phone, email, course, hours, price } = answers;
  const place = addressPart(city);
  return {
    "institute.yaml": withNote(instituteNote, {
      name,
      tagline,
      city,
      address: [...linesOf(address), `${city} ${pin}`],
      phone,
      email,
      state,
      courseUrlSuffix: place ? `training-in-${place}` : "training",
      certificatePrefix: prefix,
      invoicePrefix: prefix.slice(0, 3),
      enquiryCourses: [course, "Others"],
    }),
    "home.yaml": withNote(homeNote, {
      hero: { title: tagline, text: `Live classes with ${name} in ${city}, online, in small groups.` },
    }),
    "contact.yaml": withNote(contactNote, {
      title: "Call or write to us",
      lead: "Tell us what you would like to learn. We read every message.",
    }),
    [`courses/${answers["course-address"]}.yaml`]: withNote(courseNote, {
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

const withNote = (note: string, content: unknown) =>
  `${note.trim().replace(/^/gm, "# ")}\n${stringify(content, { lineWidth: 110 })}`;

const instituteNote = `
The settings of your institute. Optional: timeZone, foundedIn, landline, whatsapp (digits with country code), social (facebook,
instagram, youtube, linkedin), placementUrl, jobPortalUrl, codeEditorUrl, gstin, gstPercent, gstScheme (exempt or
composition), lut (arn, validUntil), sac, certificateSignatory (name, designation), certificateAttendancePercent, guardianBelowAge, erasedAfterMonths, courseFields, courseLevels, batchTimes,
enquiryCourses, and brand (colours: main and accent; logo: light and dark; icon; hero; scene: coast or none; film).
Leave the prefixes of certificates and invoices as they are once one has been issued: certificates are counted from one for each
prefix, invoices go on counting, and papers of one year should look alike.`;

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
