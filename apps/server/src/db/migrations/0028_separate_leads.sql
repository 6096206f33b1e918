CREATE TABLE "lead_tag" (
	"small" text PRIMARY KEY NOT NULL,
	"tag" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "learner_words";--> statement-breakpoint
ALTER TABLE "lead" drop column "search";--> statement-breakpoint
ALTER TABLE "lead" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', replace(name, '.', ' ') || ' ' || coalesce(email, '') || ' ' || coalesce(number, '') || ' ' || coalesce(right(number, 10), ''))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "lead_event" ADD COLUMN "changed_lead" jsonb;--> statement-breakpoint
CREATE INDEX "lead_call_up" ON "lead" USING btree (coalesce("next_call_at", timestamptz '3000-01-01 00:00+00'),"id") WHERE "lead"."merged_into" is null and not "lead"."is_spam";--> statement-breakpoint
CREATE INDEX "lead_call_down" ON "lead" USING btree (coalesce("next_call_at", timestamptz '1970-01-01 00:00+00'),"id") WHERE "lead"."merged_into" is null and not "lead"."is_spam";--> statement-breakpoint
CREATE INDEX "learner_words" ON "learner" USING gin (to_tsvector('simple', replace(first_name || ' ' || last_name, '.', ' ') || ' ' || email || ' ' || mobile_number));--> statement-breakpoint
CREATE INDEX "lead_search" ON "lead" USING gin ("search");--> statement-breakpoint
CREATE FUNCTION "remember_tags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO lead_tag (small, tag)
	SELECT DISTINCT ON (lower(tag)) lower(tag), tag FROM jsonb_array_elements_text(NEW.tags) tag ORDER BY lower(tag), tag
	ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "remembers_new_tags" AFTER INSERT ON "lead" FOR EACH ROW WHEN (NEW.tags <> '[]'::jsonb) EXECUTE FUNCTION "remember_tags"();
--> statement-breakpoint
CREATE TRIGGER "remembers_tags" AFTER UPDATE OF "tags" ON "lead" FOR EACH ROW WHEN (NEW.tags <> OLD.tags) EXECUTE FUNCTION "remember_tags"();
--> statement-breakpoint
INSERT INTO "lead_tag" ("small", "tag")
SELECT DISTINCT ON (lower(tag)) lower(tag), tag FROM "lead", jsonb_array_elements_text("tags") tag ORDER BY lower(tag), tag;
