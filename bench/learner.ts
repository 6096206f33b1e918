import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export type Post = (path: string, body: object) => Promise<Response | undefined>;

/** Registers a learner with the same calls as the pages. Returns the token. */
export async function signUp(post: Post, { dataDir, n }: { dataDir: string; n: number }): Promise<string | undefined> {
  const mobileNumber = String(9_100_000_000 + n);
  await post("/api/user/otp", { mobileNumber });
  const code = await readCode(dataDir, mobileNumber);
  const verified = await (await post("/api/user/otp/verify", { mobileNumber, code }))?.json();
  const created = await post("/api/user/create", {
    ...profile,
    email: `learner${n}@example.com`,
    mobileNumber,
    ticket: verified?.ticket,
  });
  return (await created?.json())?.token;
}

/** Registers a learner who buys a course. Returns the token. */
export async function enrol({ url, dataDir }: { url: string; dataDir: string }, courseId: string): Promise<string> {
  const post = (path: string, body: object, headers = {}) =>
    fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const token = await signUp(post, { dataDir, n: 1 });
  if (!token) throw new Error("Nobody could sign up.");
  const send = async (path: string, body: object) =>
    (await post(path, body, { authorization: `Bearer ${token}` })).json();
  const { price } = await (await fetch(`${url}/api/course/${courseId}`)).json();
  const order = await send("/api/payment/order", { amount: price * 100, courseId });
  const paid = { key: order.key, method: "upi", outcome: "captured" };
  const proof = await send(`/dev/gateway/checkout/${order.order_id}/pay`, paid);
  const { isPurchased } = await send(`/api/purchased/${courseId}`, proof);
  if (!isPurchased) throw new Error("The course could not be bought.");
  return token;
}

const profile = {
  firstName: "Kavya",
  lastName: "Raman",
  gender: "female",
  dateOfBirth: "2000-02-29",
  occupation: "student",
  instOrOrg: "Anna University",
};

/** Without an SMS provider, codes are kept in the outbox. */
async function readCode(dataDir: string, number: string): Promise<string | undefined> {
  return withClient(dataDir, async (client) => {
    for (let tries = 0; tries < 300; tries++) {
      const text = `select text from outbox where kind = 'sms' and "to" like $1 order by at desc limit 1`;
      const { rows } = await client.query<{ text: string }>(text, [`%${number}`]);
      const [code] = /^\d{6}/.exec(rows[0]?.text ?? "") ?? [];
      if (code) return code;
      await sleep(100);
    }
    return undefined;
  });
}

/** A connection to the built-in database of a product. */
export async function withClient<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host: `${dataDir}/run`, user: "postgres", database: "postgres" });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
