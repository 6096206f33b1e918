CREATE TABLE "due_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "due_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sale_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "due_owed" (
	"due_id" uuid PRIMARY KEY NOT NULL,
	"sale_id" uuid NOT NULL,
	"due_on" date NOT NULL,
	"amount_in_paise" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "due_sum" (
	"due_on" date PRIMARY KEY NOT NULL,
	"dues" integer NOT NULL,
	"amount_in_paise" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_change" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lead_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"adds" smallint NOT NULL,
	"came_at" timestamp with time zone NOT NULL,
	"source" text NOT NULL,
	"owner_id" uuid,
	"landing_page" text NOT NULL,
	"campaign" text NOT NULL,
	"campaign_from" text NOT NULL,
	"status" text NOT NULL,
	"waited" integer
);
--> statement-breakpoint
CREATE TABLE "lead_sum" (
	"week" date NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"campaign_from" text NOT NULL,
	"leads" integer NOT NULL,
	"contacted" integer NOT NULL,
	"enrolled" integer NOT NULL,
	"lost" integer NOT NULL,
	CONSTRAINT "lead_sum_week_kind_value_campaign_from_pk" PRIMARY KEY("week","kind","value","campaign_from")
);
--> statement-breakpoint
CREATE TABLE "lead_sum_state" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"time_zone" text NOT NULL,
	"kept_from" date NOT NULL,
	CONSTRAINT "lead_sum_state_one_row" CHECK ("lead_sum_state"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "lead_wait" (
	"week" date NOT NULL,
	"kind" text NOT NULL,
	"value" text NOT NULL,
	"campaign_from" text NOT NULL,
	"minutes" integer NOT NULL,
	"leads" integer NOT NULL,
	CONSTRAINT "lead_wait_kind_value_campaign_from_week_minutes_pk" PRIMARY KEY("kind","value","campaign_from","week","minutes")
);
--> statement-breakpoint
CREATE TABLE "lesson_file_sum" (
	"course_id" uuid PRIMARY KEY NOT NULL,
	"files" integer NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "due_owed_sale" ON "due_owed" USING btree ("sale_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "due_sum_none" ON "due_sum" USING btree ("due_on") WHERE "due_sum"."dues" = 0;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "lead_change_came" ON "lead_change" USING btree ("came_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "lead_sum_none" ON "lead_sum" USING btree ("week") WHERE "lead_sum"."leads" = 0;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "lead_wait_none" ON "lead_wait" USING btree ("week") WHERE "lead_wait"."leads" = 0;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "lesson_file_sum_bytes" ON "lesson_file_sum" USING btree ("bytes","course_id") WHERE "lesson_file_sum"."files" > 0;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "course_search_names" ON "course" USING gin (ts_filter("search", '{a}'));--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "course_by_name" ON "course" USING btree (lower("name"),"position","name") WHERE not "course"."is_hidden";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "course_by_price" ON "course" USING btree ("price_in_paise","position","name") WHERE not "course"."is_hidden";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "course_by_duration" ON "course" USING btree ("duration_in_hours","position","name") WHERE not "course"."is_hidden";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "course_offered" ON "course" USING btree ("field","level","position","name") WHERE not "course"."is_hidden";--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "course_level" ON "course" USING btree ("level","position","name") WHERE not "course"."is_hidden";--> statement-breakpoint
-- Rounded as people read it: to the minute within an hour, to ten minutes within a day, to the full hour after that.
CREATE FUNCTION "lead_waited"("came_at" timestamptz, "first_call_at" timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE STRICT AS $$
	SELECT CASE WHEN minutes < 60 THEN round(minutes) WHEN minutes < 1440 THEN round(minutes / 10) * 10
		ELSE floor(least(minutes, 100000000) / 60) * 60 END::int
	FROM (SELECT extract(epoch FROM first_call_at - came_at) / 60 AS minutes) waited;
$$;
--> statement-breakpoint
CREATE FUNCTION "remember_lead_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(current_setting('shoreline.is_restoring', true), '') = 'yes' THEN RETURN NULL; END IF;
	IF TG_OP <> 'INSERT' THEN
		INSERT INTO lead_change (adds, came_at, source, owner_id, landing_page, campaign, campaign_from, status, waited)
		SELECT -1, OLD.came_at, OLD.source, OLD.owner_id, OLD.landing_page, coalesce(OLD.campaign ->> 'utm_campaign', ''),
			coalesce(OLD.campaign ->> 'utm_source', ''), OLD.status, lead_waited(OLD.came_at, OLD.first_call_at)
		WHERE OLD.merged_into IS NULL AND NOT OLD.is_spam;
	END IF;
	IF TG_OP <> 'DELETE' THEN
		INSERT INTO lead_change (adds, came_at, source, owner_id, landing_page, campaign, campaign_from, status, waited)
		SELECT 1, NEW.came_at, NEW.source, NEW.owner_id, NEW.landing_page, coalesce(NEW.campaign ->> 'utm_campaign', ''),
			coalesce(NEW.campaign ->> 'utm_source', ''), NEW.status, lead_waited(NEW.came_at, NEW.first_call_at)
		WHERE NEW.merged_into IS NULL AND NOT NEW.is_spam;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "is_counted" AFTER INSERT OR DELETE ON "lead" FOR EACH ROW EXECUTE FUNCTION "remember_lead_change"();
--> statement-breakpoint
CREATE TRIGGER "is_counted_anew" AFTER UPDATE ON "lead" FOR EACH ROW
WHEN ((OLD.came_at, OLD.source, OLD.owner_id, OLD.landing_page, OLD.campaign, OLD.status, OLD.first_call_at, OLD.merged_into, OLD.is_spam)
	IS DISTINCT FROM
	(NEW.came_at, NEW.source, NEW.owner_id, NEW.landing_page, NEW.campaign, NEW.status, NEW.first_call_at, NEW.merged_into, NEW.is_spam))
EXECUTE FUNCTION "remember_lead_change"();
--> statement-breakpoint
CREATE FUNCTION "remember_due_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(current_setting('shoreline.is_restoring', true), '') = 'yes' THEN RETURN NULL; END IF;
	IF TG_TABLE_NAME = 'due' THEN
		INSERT INTO due_change (sale_id) VALUES (CASE WHEN TG_OP = 'DELETE' THEN OLD.sale_id ELSE NEW.sale_id END);
	ELSIF TG_TABLE_NAME = 'sale' THEN
		INSERT INTO due_change (sale_id) VALUES (NEW.id);
	ELSE
		INSERT INTO due_change (sale_id) SELECT id FROM sale WHERE purchase_id = NEW.id;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "is_counted" AFTER INSERT OR DELETE ON "due" FOR EACH ROW EXECUTE FUNCTION "remember_due_change"();
--> statement-breakpoint
CREATE TRIGGER "is_counted_anew" AFTER UPDATE ON "due" FOR EACH ROW
WHEN ((OLD.state, OLD.due_on, OLD.amount_in_paise) IS DISTINCT FROM (NEW.state, NEW.due_on, NEW.amount_in_paise))
EXECUTE FUNCTION "remember_due_change"();
--> statement-breakpoint
CREATE TRIGGER "is_counted_anew" AFTER UPDATE ON "sale" FOR EACH ROW
WHEN ((OLD.state, OLD.learner_id, OLD.purchase_id) IS DISTINCT FROM (NEW.state, NEW.learner_id, NEW.purchase_id))
EXECUTE FUNCTION "remember_due_change"();
--> statement-breakpoint
CREATE TRIGGER "is_counted_anew" AFTER UPDATE ON "purchase" FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state)
EXECUTE FUNCTION "remember_due_change"();
--> statement-breakpoint
INSERT INTO "due_change" ("sale_id") SELECT DISTINCT "sale_id" FROM "due" WHERE "state" = 'open';
--> statement-breakpoint
-- The sum of all courses comes first in the order, so who changes sums waits for it and never for two others in a circle.
CREATE FUNCTION "count_lesson_files"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(current_setting('shoreline.is_restoring', true), '') = 'yes' THEN RETURN NULL; END IF;
	IF TG_OP = 'INSERT' THEN
		INSERT INTO lesson_file_sum (course_id, files, bytes)
		SELECT key, sum(adds), sum(adds * bytes) FROM (SELECT 1 AS adds, course_id, bytes, state FROM new_files) changed, unnest(ARRAY['00000000-0000-0000-0000-000000000000', course_id]) key
		WHERE state <> 'refused' AND key IS NOT NULL GROUP BY key HAVING sum(adds) <> 0 OR sum(adds * bytes) <> 0 ORDER BY key
		ON CONFLICT (course_id) DO UPDATE SET files = lesson_file_sum.files + excluded.files, bytes = lesson_file_sum.bytes + excluded.bytes;
	ELSIF TG_OP = 'DELETE' THEN
		INSERT INTO lesson_file_sum (course_id, files, bytes)
		SELECT key, sum(adds), sum(adds * bytes) FROM (SELECT -1 AS adds, course_id, bytes, state FROM old_files) changed, unnest(ARRAY['00000000-0000-0000-0000-000000000000', course_id]) key
		WHERE state <> 'refused' AND key IS NOT NULL GROUP BY key HAVING sum(adds) <> 0 OR sum(adds * bytes) <> 0 ORDER BY key
		ON CONFLICT (course_id) DO UPDATE SET files = lesson_file_sum.files + excluded.files, bytes = lesson_file_sum.bytes + excluded.bytes;
	ELSE
		INSERT INTO lesson_file_sum (course_id, files, bytes)
		SELECT key, sum(adds), sum(adds * bytes) FROM (SELECT -1 AS adds, course_id, bytes, state FROM old_files UNION ALL SELECT 1 AS adds, course_id, bytes, state FROM new_files) changed, unnest(ARRAY['00000000-0000-0000-0000-000000000000', course_id]) key
		WHERE state <> 'refused' AND key IS NOT NULL GROUP BY key HAVING sum(adds) <> 0 OR sum(adds * bytes) <> 0 ORDER BY key
		ON CONFLICT (course_id) DO UPDATE SET files = lesson_file_sum.files + excluded.files, bytes = lesson_file_sum.bytes + excluded.bytes;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "is_counted" AFTER INSERT ON "lesson_file" REFERENCING NEW TABLE AS new_files
FOR EACH STATEMENT EXECUTE FUNCTION "count_lesson_files"();
--> statement-breakpoint
CREATE TRIGGER "is_counted_no_more" AFTER DELETE ON "lesson_file" REFERENCING OLD TABLE AS old_files
FOR EACH STATEMENT EXECUTE FUNCTION "count_lesson_files"();
--> statement-breakpoint
CREATE TRIGGER "is_counted_anew" AFTER UPDATE ON "lesson_file" REFERENCING OLD TABLE AS old_files NEW TABLE AS new_files
FOR EACH STATEMENT EXECUTE FUNCTION "count_lesson_files"();
--> statement-breakpoint
INSERT INTO "lesson_file_sum" ("course_id", "files", "bytes")
SELECT key, count(*), sum(bytes) FROM lesson_file, unnest(ARRAY['00000000-0000-0000-0000-000000000000', course_id]) key
WHERE state <> 'refused' AND key IS NOT NULL GROUP BY key;
