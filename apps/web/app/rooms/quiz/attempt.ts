/** One attempt at a test, stored for this tab so that a reload loses nothing. Its key is the test's address. */
export type Attempt = {
  /** The order of the options of each question, such as "2031". */
  orders: Record<string, string>;
  choices: Record<string, string>;
  /** Ids of the questions that are asked; null for all. */
  only: string[] | null;
};

type Asked = { _id: string; options: string[] };

/** The stored attempt; null when there is none or it cannot be read. */
export function readAttempt(key: string): Attempt | null {
  try {
    const { orders, choices, only } = JSON.parse(sessionStorage.getItem(key) ?? "");
    return { orders: { ...orders }, choices: { ...choices }, only: Array.isArray(only) ? only : null };
  } catch {
    return null;
  }
}

/** Continues the attempt of this tab or starts one, and gives every question an order for its options. */
export function takeAttempt(key: string, questions: Asked[], random = Math.random): Attempt {
  const attempt = readAttempt(key) ?? newAttempt(null);
  for (const { _id, options } of questions)
    if (!isOrder(attempt.orders[_id])) attempt.orders[_id] = drawOrder(options.length, random);
  keepAttempt(key, attempt);
  return attempt;
}

/** Starts a new attempt with a new order, at all questions or at some. */
export function beginAttempt(key: string, only: string[] | null = null): void {
  keepAttempt(key, newAttempt(only));
}

export function keepChoice(key: string, { id, value }: { id: string; value: string }): void {
  const attempt = readAttempt(key);
  if (attempt) keepAttempt(key, { ...attempt, choices: { ...attempt.choices, [id]: value } });
}

export function inOrder(options: string[], order: string | undefined): string[] {
  return isOrder(order) ? [...order].map((place) => options[Number(place)] ?? "") : options;
}

/** A random order; `random` returns numbers like Math.random. */
export function drawOrder(length: number, random: () => number): string {
  const places = Array.from({ length }, (_, place) => ({ place, by: random() }));
  return places
    .sort((one, other) => one.by - other.by)
    .map(({ place }) => place)
    .join("");
}

function isOrder(text: string | undefined): text is string {
  return /^(?!.*(.).*\1)[0-3]{4}$/.test(text ?? "");
}

function newAttempt(only: string[] | null): Attempt {
  return { orders: {}, choices: {}, only };
}

function keepAttempt(key: string, attempt: Attempt): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(attempt));
  } catch {
    // Without storage the test still works; only a reload starts it again.
  }
}
