-- Links of classes become material; nothing is lost.
INSERT INTO "material" ("id", "course_id", "batch_id", "class_id", "kind", "name", "url", "added_at", "staff_id")
SELECT old."id", "batch"."course_id", "batch"."id", "live_class"."id", 'link', old."name", old."url", old."added_at", old."staff_id"
FROM "class_material" old JOIN "live_class" ON "live_class"."id" = old."class_id" JOIN "batch" ON "batch"."id" = "live_class"."batch_id";--> statement-breakpoint
DROP TABLE "class_material";--> statement-breakpoint
CREATE INDEX "material_added" ON "material" USING btree ("course_id","added_at","id");--> statement-breakpoint
CREATE INDEX "material_words" ON "material" USING gin (to_tsvector('english',
  's' || replace(coalesce("batch_id", "course_id")::text, '-', '') || ' ' || translate("name" || ' ' || "text", '._/-', '    ')));--> statement-breakpoint
CREATE INDEX "batch_ends" ON "batch" USING btree ("ends_at");