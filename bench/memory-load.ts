import sharp from "sharp";
import { signUp } from "./learner.ts";

type Loaded = {
  answers: number;
  /** What failed, and how often. */
  failures: Map<string, number>;
};

const atOnce = 20;
const searches = 600;
const uploads = 20;

/** What a busy day asks of the memory. Every visitor has an address of their own, so no limit of calls is reached. */
export async function loadMemory(url: string, { dataDir }: { dataDir: string }): Promise<Loaded> {
  const failures: Loaded["failures"] = new Map();
  const note = (what: string) => failures.set(what, (failures.get(what) ?? 0) + 1);
  let visitors = 0;

  async function ask(path: string, { headers = {}, ...rest }: Asked = {}): Promise<Response | undefined> {
    const address = `10.${++visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`;
    const sent = { ...rest, headers: { "x-forwarded-for": address, ...headers }, signal: AbortSignal.timeout(120_000) };
    const answer = await fetch(new URL(path, url), sent).catch(() => undefined);
    const body = await answer?.arrayBuffer().catch(() => undefined);
    const what = body ? `${answer?.status} ${path.replace(/[?].*|[0-9a-f-]{24,}/g, "…")}` : "no answer";
    if (!body || !answer?.ok) note(what);
    return body && answer ? new Response(body, { status: 200, headers: answer.headers }) : undefined;
  }
  const post = (path: string, body: object) => ask(path, { method: "POST", ...json(body) });

  const courses = await listOf(await ask("/api/course"), "courseId");
  const pages = ["/", "/aboutus", "/contactus", "/onlinecourses", "/offlinecourses", "/webinarview"];
  pages.push(...courses.map((id) => `/onlinecourses/viewdetails/${id}`));
  await many(pages.length * 10, (n) => ask(pages[n % pages.length] as string));
  await many(searches, (n) => ask(`/onlinecourses?q=word${n}`));

  const offline = await listOf(await ask("/api/offlinecourse/"), "_id");
  for (let round = 0; round < 3; round++)
    await Promise.all(
      offline.map((id, n) =>
        post(`/api/downloaded/course/add/user/${id}`, {
          name: "Asha Rao",
          mobileNumber: "9876543210",
          email: `round${round}of${n}@example.com`,
          attemptId: crypto.randomUUID(),
        }),
      ),
    );

  const photo = await takePhoto();
  await Promise.all(
    Array.from({ length: uploads }, async (_, n) => {
      const token = await signUp(post, { dataDir, n });
      if (!token) return note("no sign-up");
      const headers = { authorization: `Bearer ${token}`, "tus-resumable": "1.0.0" };
      const length = { "upload-length": String(photo.length) };
      const made = await ask("/files", { method: "POST", headers: { ...headers, ...length } });
      const type = { "upload-offset": "0", "content-type": "application/offset+octet-stream" };
      const place = made?.headers.get("location");
      if (place) return ask(place, { method: "PATCH", headers: { ...headers, ...type }, body: photo });
      return note("no upload");
    }),
  );
  return { answers: visitors, failures };
}

type Asked = { method?: string; headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> };

const json = (body: object) => ({ headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

async function many(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** The ids in an answer: a list, or an object that holds one. */
async function listOf(answer: Response | undefined, key: string): Promise<string[]> {
  const found: unknown = await answer?.json();
  const list = Array.isArray(found) ? found : Object.values(found ?? {}).find(Array.isArray);
  if (!list?.length) throw new Error(`No ${key} was listed.`);
  return list.map((item: Record<string, unknown>) => String(item[key]));
}

/** Twelve megapixels, as a phone takes them; noise makes it as large as a file as a photo. */
async function takePhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: "gaussian" as const, mean: 128, sigma: 30 };
  const picture = sharp({ create: { width: 4000, height: 3000, channels: 3, background: "#888", noise } });
  return new Uint8Array(await picture.jpeg({ quality: 80 }).toBuffer());
}
