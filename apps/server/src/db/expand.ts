/**
 * Why a migration cannot run while the version before still serves, one line for each statement. A statement that takes away what no running
 * version uses any more says so: `-- contract step: 0.3.0 was the last version that read it`.
 */
export function whyNotExpand(statements: string[]): string[] {
  const plain = statements.map(simplified);
  const fresh = new Set(plain.flatMap((text) => /^create table (?:if not exists )?(\S+)/.exec(text)?.[1] ?? []));
  return statements.flatMap((statement, at) => {
    const text = plain[at] ?? "";
    if (text === "" || contractStep.test(statement)) return [];
    const why = text
      .split(/;\s*(?=create |alter |drop |update |delete |insert )/)
      .map((one) => whyNot(one, fresh))
      .find((found) => found !== undefined);
    return why ? [`${text.slice(0, 100)}: ${why}`] : [];
  });
}

/** Indexes of tables that exist: made beforehand, they hold up nobody. */
export function indexesToPrepare(statements: string[]): string[] {
  const fresh = new Set(
    statements.map(simplified).flatMap((text) => /^create table (?:if not exists )?(\S+)/.exec(text)?.[1] ?? []),
  );
  return statements
    .map(withoutComments)
    .filter((text) => /^create index if not exists/i.test(text) && !fresh.has(tableOfIndex(simplified(text))))
    .map((text) => text.replace(/^create index/i, "create index concurrently").replace(/;?\s*$/, ";"));
}

const contractStep = /^\s*--\s*contract step: \S.{5,}$/m;

function withoutComments(statement: string): string {
  return statement.replace(/^\s*--.*$/gm, "").trim();
}

/** In lower case, without quotes, comments and the schema. */
function simplified(statement: string): string {
  return withoutComments(statement)
    .toLowerCase()
    .replaceAll('"', "")
    .replaceAll("public.", "")
    .replace(/\s+/g, " ")
    .replace(/;\s*$/, "");
}

function tableOfIndex(text: string): string {
  return /\bon (?:only )?([^\s(]+)/.exec(text)?.[1] ?? "";
}

/** Only what is known to be harmless passes. */
function whyNot(text: string, fresh: Set<string>): string | undefined {
  if (
    /^(create (table|sequence|type|extension|schema|(or replace )?(function|trigger)|trigger)|insert into|comment on|set local|select) ?/.test(
      text,
    )
  )
    return undefined;
  if (/^create unique index/.test(text))
    return fresh.has(tableOfIndex(text)) ? undefined : "the version before may write what this forbids";
  if (/^create index/.test(text)) {
    if (fresh.has(tableOfIndex(text)) || /^create index if not exists/.test(text)) return undefined;
    return "it stops all writing while the index is made. Write `create index if not exists`, so that operators can make it before";
  }
  if (/^alter type \S+ add value/.test(text)) return undefined;
  const [, table = "", actions = ""] = /^alter table (?:only |if exists )*(\S+) (.*)$/.exec(text) ?? [];
  if (table && fresh.has(table)) return undefined;
  if (table)
    return actions
      .split(/,(?![^(]*\)) ?/)
      .map(whyNotAction)
      .find((why) => why !== undefined);
  if (/^(update|delete)/.test(text))
    return "it holds up every writer until all rows are done. Let a job do it in small parts";
  return "the version before may need what this changes";
}

function whyNotAction(action: string): string | undefined {
  if (/^add column/.test(action)) {
    if (/ default (gen_random_uuid|random|clock_timestamp|nextval)| generated | (small|big)?serial/.test(action))
      return "it rewrites every row. Add the column without it, and let a job fill it";
    if (/ not null/.test(action) && !/ default /.test(action))
      return "the version before does not write this column: give it a default";
    if (/ (unique|primary key|references|check)\b/.test(action)) return "add the constraint apart, as `not valid`";
    return undefined;
  }
  if (/^add constraint .* (foreign key|check)\b/.test(action))
    return / not valid$/.test(action)
      ? undefined
      : "it reads the whole table. Add it as `not valid`, and validate it in the next migration";
  if (/^validate constraint|^alter column \S+ (set default|drop not null)|^set \(/.test(action)) return undefined;
  return "the version before may need what this changes";
}
