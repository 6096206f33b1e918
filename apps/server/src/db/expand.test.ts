import { expect, test } from "vitest";
import { indexesToPrepare, whyNotExpand } from "./expand.ts";
import { migrations } from "./migrate.ts";

const refused = (statement: string) => expect.soft(whyNotExpand([statement]), statement).toHaveLength(1);
const fine = (...statements: string[]) => expect.soft(whyNotExpand(statements), statements[0]).toEqual([]);

test("what the version before needs may not be taken away, renamed or changed", () => {
  refused('DROP TABLE "lead";');
  refused('ALTER TABLE "lead" DROP COLUMN "name";');
  refused('ALTER TABLE "lead" RENAME COLUMN "name" TO "full_name";');
  refused('ALTER TABLE "lead" RENAME TO "person"');
  refused('ALTER TABLE "lead" ALTER COLUMN "number" SET DATA TYPE bigint;');
  refused('ALTER TABLE "lead" ALTER COLUMN "number" SET NOT NULL;');
  refused('ALTER TABLE "lead" ADD COLUMN "a" text, DROP COLUMN "b";');
  refused("drop function notify_content()");
  refused('drop index "lead_number"');
  refused('ALTER TABLE "lead" DROP CONSTRAINT "lead_key";');
  refused("create table a (b int); drop table lead");
});

test("what the version before writes must go on being allowed", () => {
  refused('ALTER TABLE "lead" ADD COLUMN "age" integer NOT NULL;');
  refused('ALTER TABLE "lead" ADD CONSTRAINT "positive" CHECK (age > 0);');
  refused('ALTER TABLE "lead" ADD CONSTRAINT "one" UNIQUE("number");');
  refused('CREATE UNIQUE INDEX "one" ON "lead" USING btree ("number");');
  fine('ALTER TABLE "lead" ADD COLUMN "age" integer DEFAULT 0 NOT NULL;');
  fine('ALTER TABLE "lead" ADD COLUMN "price" numeric(10, 2);');
  fine('ALTER TABLE "lead" ADD CONSTRAINT "positive" CHECK (age > 0) NOT VALID;');
});

test("nobody waits for a large table", () => {
  refused('CREATE INDEX "a" ON "lead" USING btree ("number");');
  refused('UPDATE "lead" SET "age" = 0');
  refused('ALTER TABLE "lead" ADD COLUMN "id2" uuid DEFAULT gen_random_uuid();');
  refused('ALTER TABLE "a" ADD CONSTRAINT "b" FOREIGN KEY ("c") REFERENCES "public"."d"("e") ON DELETE cascade;');
  const index = 'CREATE INDEX IF NOT EXISTS "a" ON "lead" USING btree ("number");';
  fine(index);
  expect(indexesToPrepare([index])).toEqual([
    'create index concurrently IF NOT EXISTS "a" ON "lead" USING btree ("number");',
  ]);
});

test("a new table may be anything", () => {
  const index = 'CREATE INDEX IF NOT EXISTS "a" ON "public"."new" USING btree ("b");';
  fine(
    'CREATE TABLE "new" ("id" uuid PRIMARY KEY NOT NULL);',
    'ALTER TABLE "new" ADD CONSTRAINT "a" FOREIGN KEY ("id") REFERENCES "public"."lead"("id");',
    'CREATE UNIQUE INDEX "one" ON "new" USING btree ("id");',
    index,
    "create trigger content_changed after insert on new for each statement execute function notify_content();",
  );
  expect(indexesToPrepare(['CREATE TABLE "new" ("id" uuid);', index])).toEqual([]);
});

test("a statement that says which version used it last may take it away, and only that one", () => {
  const step = '-- contract step: 0.3.0 was the last version that read it\nALTER TABLE "lead" DROP COLUMN "name";';
  fine(step);
  expect(whyNotExpand([step, 'DROP TABLE "lead"'])).toHaveLength(1);
  refused('-- contract step:\nALTER TABLE "lead" DROP COLUMN "name";');
});

test("of the migrations before the rule the check finds what stopped the version before", () => {
  const rules = migrations().find(({ tag }) => tag === "0038_learning_rules");
  expect(whyNotExpand(rules?.statements ?? []).join("\n")).toContain("the version before does not write this column");
});
