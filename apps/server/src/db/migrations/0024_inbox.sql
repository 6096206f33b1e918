CREATE TABLE "inbox_setting" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"assignment" text DEFAULT 'by hand' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "inbox_setting_one_row" CHECK ("inbox_setting"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "lead" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"number" text,
	"status" text DEFAULT 'new' NOT NULL,
	"lost_reason" text,
	"owner_id" uuid,
	"assigned_at" timestamp with time zone,
	"next_call_at" timestamp with time zone,
	"reminded_at" timestamp with time zone,
	"tags" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"source" text NOT NULL,
	"landing_page" text DEFAULT '' NOT NULL,
	"campaign" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"interest" text DEFAULT '' NOT NULL,
	"came_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"first_call_at" timestamp with time zone,
	"learner_id" uuid,
	"is_spam" boolean DEFAULT false NOT NULL,
	"merged_into" uuid,
	"gave_when_merged" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', name || ' ' || coalesce(email, '') || ' ' || coalesce(number, '') || ' ' || coalesce(right(number, 10), ''))) STORED NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lead_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lead_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lead_id" uuid NOT NULL,
	"from_lead_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"facts" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"staff_id" uuid,
	"who" text,
	"email" text,
	"number" text,
	"source_row" text
);
--> statement-breakpoint
CREATE TABLE "lead_template" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"text" text NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"staff_id" uuid NOT NULL,
	"room" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uncollected" (
	"source_row" text PRIMARY KEY NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_owner_id_staff_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead" ADD CONSTRAINT "lead_merged_into_lead_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_lead_id_lead_id_fk" FOREIGN KEY ("lead_id") REFERENCES "public"."lead"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_came" ON "lead" USING btree ("came_at","id") WHERE "lead"."merged_into" is null and not "lead"."is_spam";--> statement-breakpoint
CREATE INDEX "lead_last" ON "lead" USING btree ("last_at","id") WHERE "lead"."merged_into" is null and not "lead"."is_spam";--> statement-breakpoint
CREATE INDEX "lead_name" ON "lead" USING btree (lower("name"),"id") WHERE "lead"."merged_into" is null and not "lead"."is_spam";--> statement-breakpoint
CREATE INDEX "lead_next_call" ON "lead" USING btree ("next_call_at","id") WHERE "lead"."merged_into" is null and not "lead"."is_spam";--> statement-breakpoint
CREATE INDEX "lead_status" ON "lead" USING btree ("status","came_at","id") WHERE "lead"."merged_into" is null and not "lead"."is_spam";--> statement-breakpoint
CREATE INDEX "lead_owner" ON "lead" USING btree ("owner_id","came_at","id") WHERE "lead"."merged_into" is null and not "lead"."is_spam";--> statement-breakpoint
CREATE INDEX "lead_owner_call" ON "lead" USING btree ("owner_id","next_call_at","id") WHERE "lead"."merged_into" is null and not "lead"."is_spam";--> statement-breakpoint
CREATE INDEX "lead_source" ON "lead" USING btree ("source","came_at","id") WHERE "lead"."merged_into" is null and not "lead"."is_spam";--> statement-breakpoint
CREATE INDEX "lead_spam" ON "lead" USING btree ("came_at","id") WHERE "lead"."merged_into" is null and "lead"."is_spam";--> statement-breakpoint
CREATE INDEX "lead_assigned" ON "lead" USING btree ("owner_id","assigned_at");--> statement-breakpoint
CREATE INDEX "lead_email" ON "lead" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "lead_number" ON "lead" USING btree ("number");--> statement-breakpoint
CREATE INDEX "lead_learner" ON "lead" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "lead_merged" ON "lead" USING btree ("merged_into");--> statement-breakpoint
CREATE INDEX "lead_tags" ON "lead" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "lead_search" ON "lead" USING gin ("search");--> statement-breakpoint
CREATE INDEX "lead_event_lead" ON "lead_event" USING btree ("lead_id","at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "lead_event_source" ON "lead_event" USING btree ("source_row");--> statement-breakpoint
CREATE INDEX "lead_event_email" ON "lead_event" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "lead_event_number" ON "lead_event" USING btree ("number");--> statement-breakpoint
CREATE INDEX "lead_event_at" ON "lead_event" USING btree ("at");--> statement-breakpoint
CREATE INDEX "saved_view_room" ON "saved_view" USING btree ("room","staff_id");--> statement-breakpoint
CREATE INDEX "uncollected_next" ON "uncollected" USING btree ("tries","added_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "learner_words" ON "learner" USING gin (to_tsvector('simple', first_name || ' ' || last_name || ' ' || email || ' ' || mobile_number));--> statement-breakpoint
CREATE FUNCTION "await_collection"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(current_setting('shoreline.is_restoring', true), '') <> 'yes' THEN
		INSERT INTO uncollected (source_row) VALUES (TG_TABLE_NAME || ' ' || NEW.id) ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "awaits_collection" AFTER INSERT ON "course_enquiry" FOR EACH ROW EXECUTE FUNCTION "await_collection"();
--> statement-breakpoint
CREATE TRIGGER "awaits_collection" AFTER INSERT ON "contact_enquiry" FOR EACH ROW EXECUTE FUNCTION "await_collection"();
--> statement-breakpoint
CREATE TRIGGER "awaits_collection" AFTER INSERT ON "syllabus_download" FOR EACH ROW EXECUTE FUNCTION "await_collection"();
--> statement-breakpoint
CREATE TRIGGER "awaits_collection" AFTER INSERT ON "webinar_seat" FOR EACH ROW EXECUTE FUNCTION "await_collection"();
--> statement-breakpoint
CREATE TRIGGER "awaits_collection" AFTER INSERT ON "batch_wish" FOR EACH ROW EXECUTE FUNCTION "await_collection"();
--> statement-breakpoint
CREATE TRIGGER "awaits_collection" AFTER INSERT ON "subscription" FOR EACH ROW EXECUTE FUNCTION "await_collection"();
--> statement-breakpoint
CREATE TRIGGER "awaits_collection" AFTER INSERT ON "result" FOR EACH ROW EXECUTE FUNCTION "await_collection"();
--> statement-breakpoint
CREATE TRIGGER "awaits_collection" AFTER INSERT ON "purchase" FOR EACH ROW EXECUTE FUNCTION "await_collection"();
--> statement-breakpoint
INSERT INTO "uncollected" ("source_row", "added_at")
SELECT 'course_enquiry ' || id, sent_at FROM course_enquiry
UNION ALL SELECT 'contact_enquiry ' || id, sent_at FROM contact_enquiry
UNION ALL SELECT 'syllabus_download ' || id, sent_at FROM syllabus_download
UNION ALL SELECT 'webinar_seat ' || id, taken_at FROM webinar_seat
UNION ALL SELECT 'batch_wish ' || id, sent_at FROM batch_wish
UNION ALL SELECT 'subscription ' || id, subscribed_at FROM subscription
UNION ALL SELECT 'result ' || id, taken_at FROM result
UNION ALL SELECT 'purchase ' || id, purchased_at FROM purchase;
