import { searchWords } from "@shoreline/domain/course";
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../db/connect.ts";
import { scopeWord } from "../../db/scope-word.ts";
import { classQuestion, questionVector, questionWords } from "../../db/tables/class-question.ts";

const punctuation = "./_-:,;()[]{}<>\"'`=+*#@!?\\|&%$^~";

/** In the transaction of every change: how many answers there are, when the last came, and what a search finds. */
export async function refreshQuestion(tx: Db, questionId: string): Promise<void> {
  await tx.execute(sql`
    update class_question q set answers = seen.count, last_at = greatest(q.asked_at, seen.last_at),
      answer_id = case when q.answer_id = any(seen.ids) then q.answer_id end,
      is_open = q.is_open or (q.answer_id is not null and q.answer_id <> all(seen.ids))
    from (
      select count(*)::int as count, max(at) as last_at, coalesce(array_agg(id), '{}') as ids
      from class_answer where question_id = ${questionId} and hidden_at is null
    ) seen
    where q.id = ${questionId}`);
  await tx.execute(sql`
    insert into question_words (question_id, scope_id, text)
    select q.id, coalesce(q.batch_id, q.course_id), left(translate(concat_ws(' ', q.title, q.text, (
      select string_agg(a.text, ' ' order by a.at, a.id) from class_answer a where a.question_id = q.id and a.hidden_at is null
    )), ${punctuation}, ${" ".repeat(punctuation.length)}), 100000)
    from class_question q where q.id = ${questionId}
    on conflict (question_id) do update set scope_id = excluded.scope_id, text = excluded.text`);
}

const mostGathered = 3000;
const mostInScope = 100;

/**
 * The condition for questions with the typed words; null: there are none; undefined: the words are in so many texts that nobody searches for
 * them ("how do I"). Without scopes: everywhere. Few are gathered from the index of
 * words first. Of many the list finds a page soon when it looks at one question after the other.
 */
export async function findWords(db: Db, typed: string, scopeIds: string[] = []): Promise<SQL | null | undefined> {
  const query = searchWords(typed)
    .map((word) => `${word}:*`)
    .join(" & ");
  if (query === "") return null;
  const scopes = scopeIds.map(scopeWord).join(" | ");
  const isFound = matches(scopes ? `(${scopes}) & ${query}` : query);
  const gathered = sql`select ${questionWords.questionId} as id from ${questionWords} where ${isFound} limit ${mostGathered + 1}`;
  const { rows } = await db.execute<{ id: string }>(scopes ? gatherFrom({ scopes, query, gathered }) : gathered);
  if (rows.length === 0) return (await areAllCommon(db, query)) ? undefined : null;
  if (rows.length <= mostGathered)
    return sql`${classQuestion.id} = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`;
  return sql`exists (
    select from ${questionWords} where ${questionWords.questionId} = ${classQuestion.id} and ${isFound})`;
}

async function areAllCommon(db: Db, query: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select where numnode(to_tsquery('english', ${query})) = 0`);
  return rows.length > 0;
}

const matches = (query: string) => sql`${questionVector} @@ to_tsquery('english', ${query})`;

/**
 * For the beginning of a word PostgreSQL goes through all texts with such a word, of all batches. Most batches have so few texts that it is
 * cheaper to read these.
 */
function gatherFrom({ scopes, query, gathered }: { scopes: string; query: string; gathered: SQL }): SQL {
  return sql`
    with scoped as materialized (
      select ${questionWords.questionId} as id from ${questionWords} where ${matches(scopes)} limit ${mostInScope + 1}
    ), is_small as (select count(*) <= ${mostInScope} as answer from scoped)
    select id from scoped where (select answer from is_small) and (
      select ${matches(query)} from ${questionWords} where ${questionWords.questionId} = scoped.id
    )
    union all
    select id from (${gathered}) gathered where not (select answer from is_small)`;
}
