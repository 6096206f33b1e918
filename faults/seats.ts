import { setTimeout as sleep } from "node:timers/promises";
import type { Visitor } from "./visitor.ts";

/** Registers for the webinar that has few seats, and confirms by the link in the mail. */
export async function takeSeat(visitor: Visitor): Promise<void> {
  const { world, random, insist, call, newName } = visitor;
  const email = `${newName()}@example.com`;
  const body = {
    webinar: world.webinarSlug,
    username: "Asha Kumar",
    email,
    mobileNumber: "9876543210",
    attemptId: random.uuid(),
  };
  const path = "/api/webinar/user/add";
  const { operation } = await insist({ kind: "seat", key: email, givesUp: random.isLucky(0.2) }, () =>
    call("seat", { method: "POST", path, body }),
  );
  if (operation.outcome !== "acknowledged") return void (await sleep(200));
  const joinId = await readJoinId(visitor, email);
  if (joinId) {
    const confirmed = `/api/webinar/user/confirm/${joinId}`;
    await insist({ kind: "confirmation", key: email }, () =>
      call("confirmation", { method: "POST", path: confirmed, body: {} }),
    );
  }
  await sleep(random.between(50, 200));
}

/** From the database: the mail with the link may come much later. */
async function readJoinId({ world, pause, hasPatience }: Visitor, email: string): Promise<string | undefined> {
  while (hasPatience()) {
    const rows = await world
      .query<{ join_id: string }>("select join_id from webinar_seat where email = $1", [email])
      .catch(() => null);
    if (rows) return rows[0]?.join_id;
    await pause();
  }
  return undefined;
}
