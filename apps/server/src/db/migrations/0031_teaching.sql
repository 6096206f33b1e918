CREATE TABLE "batch_draft" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid NOT NULL,
	"content" jsonb NOT NULL,
	"made_by" uuid,
	"changed_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campus_room" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"seats" integer,
	"closed_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL,
	CONSTRAINT "campus_room_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "class_settings" (
	"id" text PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "holiday" (
	"day" date PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proposal" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"state" text NOT NULL,
	"input" jsonb NOT NULL,
	"result" jsonb,
	"why" text DEFAULT '' NOT NULL,
	"staff_id" uuid,
	"asked_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "trainer" (
	"staff_id" uuid PRIMARY KEY NOT NULL,
	"hours" jsonb NOT NULL,
	"course_ids" jsonb NOT NULL,
	"hours_a_week" integer,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "batch_request" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purchase_id" uuid NOT NULL,
	"learner_id" uuid NOT NULL,
	"from_batch_id" uuid,
	"to_batch_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"staff_id" uuid,
	"answer" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pause" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purchase_id" uuid NOT NULL,
	"learner_id" uuid NOT NULL,
	"batch_id" uuid,
	"reason" text NOT NULL,
	"until" date,
	"paused_at" timestamp with time zone NOT NULL,
	"paused_by" uuid,
	"resumed_at" timestamp with time zone,
	"resumed_by" uuid
);
--> statement-breakpoint
CREATE TABLE "certificate_design" (
	"id" text PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "certificate_rule" (
	"course_id" uuid PRIMARY KEY NOT NULL,
	"attendance_percent" integer,
	"homework_percent" integer,
	"test_collection_id" text,
	"test_topic" text,
	"test_percent" integer,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "change_news" (
	"change_id" uuid NOT NULL,
	"learner_id" uuid NOT NULL,
	CONSTRAINT "change_news_change_id_learner_id_pk" PRIMARY KEY("change_id","learner_id")
);
--> statement-breakpoint
CREATE TABLE "class_change" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"batch_id" uuid NOT NULL,
	"classes" jsonb NOT NULL,
	"is_told" boolean NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"staff_id" uuid,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "attendance_change" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"class_id" uuid NOT NULL,
	"learner_id" uuid NOT NULL,
	"mark" text NOT NULL,
	"source" text NOT NULL,
	"staff_id" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "class_material" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"class_id" uuid NOT NULL,
	"name" text NOT NULL,
	"url" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"staff_id" uuid
);
--> statement-breakpoint
CREATE TABLE "class_note" (
	"id" uuid PRIMARY KEY NOT NULL,
	"class_id" uuid NOT NULL,
	"text" text NOT NULL,
	"learners" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"staff_id" uuid
);
--> statement-breakpoint
CREATE TABLE "homework" (
	"class_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"due_on" date,
	"set_at" timestamp with time zone NOT NULL,
	"staff_id" uuid
);
--> statement-breakpoint
CREATE TABLE "homework_done" (
	"class_id" uuid NOT NULL,
	"learner_id" uuid NOT NULL,
	"done_at" timestamp with time zone NOT NULL,
	"staff_id" uuid,
	CONSTRAINT "homework_done_class_id_learner_id_pk" PRIMARY KEY("class_id","learner_id")
);
--> statement-breakpoint
CREATE TABLE "meeting" (
	"class_id" uuid PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"slot" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"minutes" integer NOT NULL,
	"external_id" text DEFAULT '' NOT NULL,
	"details" jsonb NOT NULL,
	"state" text NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"made_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"reported_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "meeting_account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"secret" text NOT NULL,
	"at_once" integer DEFAULT 1 NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "meeting_stay" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"class_id" uuid NOT NULL,
	"learner_id" uuid,
	"name" text NOT NULL,
	"minutes" integer NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscription" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"learner_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"device" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "push_subscription_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "seat_hold" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"batch_id" uuid NOT NULL,
	"learner_id" uuid NOT NULL,
	"order_id" uuid,
	"waiting_id" uuid,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "waiting_place" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"batch_id" uuid NOT NULL,
	"learner_id" uuid NOT NULL,
	"purchase_id" uuid,
	"state" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"offered_at" timestamp with time zone,
	"offer_ends_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"added_by" uuid
);
--> statement-breakpoint
ALTER TABLE "certificate" ADD COLUMN "replaces" uuid;--> statement-breakpoint
ALTER TABLE "certificate" ADD COLUMN "attempt_id" uuid;--> statement-breakpoint
ALTER TABLE "attendance" ADD COLUMN "source" text DEFAULT 'joined' NOT NULL;--> statement-breakpoint
ALTER TABLE "attendance" ADD COLUMN "is_late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "attendance" ADD COLUMN "minutes" integer;--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "pattern" jsonb;--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "join_until" date;--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "trainer_id" uuid;--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "room_id" uuid;--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "meeting_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "makes_meetings" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "live_class" ADD COLUMN "trainer_id" uuid;--> statement-breakpoint
ALTER TABLE "live_class" ADD COLUMN "room_id" uuid;--> statement-breakpoint
ALTER TABLE "live_class" ADD COLUMN "topic_held" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "live_class" ADD COLUMN "finished_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "batch_draft" ADD CONSTRAINT "batch_draft_course_id_course_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."course"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_draft" ADD CONSTRAINT "batch_draft_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proposal" ADD CONSTRAINT "proposal_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trainer" ADD CONSTRAINT "trainer_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_request" ADD CONSTRAINT "batch_request_purchase_id_purchase_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchase"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_request" ADD CONSTRAINT "batch_request_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_request" ADD CONSTRAINT "batch_request_from_batch_id_batch_id_fk" FOREIGN KEY ("from_batch_id") REFERENCES "public"."batch"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_request" ADD CONSTRAINT "batch_request_to_batch_id_batch_id_fk" FOREIGN KEY ("to_batch_id") REFERENCES "public"."batch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_request" ADD CONSTRAINT "batch_request_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pause" ADD CONSTRAINT "pause_purchase_id_purchase_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchase"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pause" ADD CONSTRAINT "pause_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pause" ADD CONSTRAINT "pause_batch_id_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batch"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pause" ADD CONSTRAINT "pause_paused_by_staff_id_fk" FOREIGN KEY ("paused_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pause" ADD CONSTRAINT "pause_resumed_by_staff_id_fk" FOREIGN KEY ("resumed_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_rule" ADD CONSTRAINT "certificate_rule_course_id_course_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."course"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_news" ADD CONSTRAINT "change_news_change_id_class_change_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."class_change"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "change_news" ADD CONSTRAINT "change_news_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_change" ADD CONSTRAINT "class_change_batch_id_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_change" ADD CONSTRAINT "class_change_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_change" ADD CONSTRAINT "attendance_change_class_id_live_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."live_class"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_change" ADD CONSTRAINT "attendance_change_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_change" ADD CONSTRAINT "attendance_change_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_material" ADD CONSTRAINT "class_material_class_id_live_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."live_class"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_material" ADD CONSTRAINT "class_material_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_note" ADD CONSTRAINT "class_note_class_id_live_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."live_class"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_note" ADD CONSTRAINT "class_note_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homework" ADD CONSTRAINT "homework_class_id_live_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."live_class"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homework" ADD CONSTRAINT "homework_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homework_done" ADD CONSTRAINT "homework_done_class_id_live_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."live_class"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homework_done" ADD CONSTRAINT "homework_done_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homework_done" ADD CONSTRAINT "homework_done_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting" ADD CONSTRAINT "meeting_class_id_live_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."live_class"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting" ADD CONSTRAINT "meeting_account_id_meeting_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."meeting_account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_stay" ADD CONSTRAINT "meeting_stay_class_id_meeting_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."meeting"("class_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_stay" ADD CONSTRAINT "meeting_stay_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_session_id_session_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."session"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_hold" ADD CONSTRAINT "seat_hold_batch_id_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_hold" ADD CONSTRAINT "seat_hold_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_hold" ADD CONSTRAINT "seat_hold_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_hold" ADD CONSTRAINT "seat_hold_waiting_id_waiting_place_id_fk" FOREIGN KEY ("waiting_id") REFERENCES "public"."waiting_place"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_place" ADD CONSTRAINT "waiting_place_batch_id_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_place" ADD CONSTRAINT "waiting_place_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_place" ADD CONSTRAINT "waiting_place_purchase_id_purchase_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchase"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_place" ADD CONSTRAINT "waiting_place_added_by_staff_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "batch_request_once" ON "batch_request" USING btree ("purchase_id") WHERE "batch_request"."state" = 'asked';--> statement-breakpoint
CREATE INDEX "batch_request_open" ON "batch_request" USING btree ("asked_at","id") WHERE "batch_request"."state" = 'asked';--> statement-breakpoint
CREATE INDEX "batch_request_purchase" ON "batch_request" USING btree ("purchase_id","asked_at");--> statement-breakpoint
CREATE INDEX "batch_request_learner" ON "batch_request" USING btree ("learner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "pause_once" ON "pause" USING btree ("purchase_id") WHERE "pause"."resumed_at" is null;--> statement-breakpoint
CREATE INDEX "pause_purchase" ON "pause" USING btree ("purchase_id","paused_at");--> statement-breakpoint
CREATE INDEX "pause_learner" ON "pause" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "change_news_learner" ON "change_news" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "class_change_batch" ON "class_change" USING btree ("batch_id","at");--> statement-breakpoint
CREATE INDEX "attendance_change_class" ON "attendance_change" USING btree ("class_id","learner_id","at");--> statement-breakpoint
CREATE INDEX "attendance_change_learner" ON "attendance_change" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "class_material_class" ON "class_material" USING btree ("class_id","added_at");--> statement-breakpoint
CREATE INDEX "class_note_class" ON "class_note" USING btree ("class_id","sent_at");--> statement-breakpoint
CREATE INDEX "homework_done_learner" ON "homework_done" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "meeting_of_account" ON "meeting" USING btree ("account_id","starts_at");--> statement-breakpoint
CREATE INDEX "meeting_starts" ON "meeting" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "meeting_stay_class" ON "meeting_stay" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "meeting_stay_learner" ON "meeting_stay" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "push_subscription_learner" ON "push_subscription" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "push_subscription_session" ON "push_subscription" USING btree ("session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "seat_hold_once" ON "seat_hold" USING btree ("batch_id","learner_id");--> statement-breakpoint
CREATE INDEX "seat_hold_learner" ON "seat_hold" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "seat_hold_order" ON "seat_hold" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "seat_hold_ends" ON "seat_hold" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_place_once" ON "waiting_place" USING btree ("batch_id","learner_id") WHERE "waiting_place"."state" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "waiting_place_line" ON "waiting_place" USING btree ("batch_id","asked_at","id") WHERE "waiting_place"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "waiting_place_offers" ON "waiting_place" USING btree ("offer_ends_at") WHERE "waiting_place"."state" = 'offered';--> statement-breakpoint
CREATE INDEX "waiting_place_learner" ON "waiting_place" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "waiting_place_purchase" ON "waiting_place" USING btree ("purchase_id");--> statement-breakpoint
ALTER TABLE "batch" ADD CONSTRAINT "batch_trainer_id_staff_id_fk" FOREIGN KEY ("trainer_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch" ADD CONSTRAINT "batch_room_id_campus_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."campus_room"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_class" ADD CONSTRAINT "live_class_trainer_id_staff_id_fk" FOREIGN KEY ("trainer_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_class" ADD CONSTRAINT "live_class_room_id_campus_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."campus_room"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificate_valid" ON "certificate" USING btree ("issued_at","id") WHERE "certificate"."revoked_at" is null and "certificate"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "certificate_revoked" ON "certificate" USING btree ("revoked_at","id") WHERE "certificate"."revoked_at" is not null and "certificate"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "certificate_words" ON "certificate" USING gin (to_tsvector('simple', replace(student_name, '.', ' ')));--> statement-breakpoint
CREATE INDEX "certificate_replaces" ON "certificate" USING btree ("replaces") WHERE "certificate"."replaces" is not null;--> statement-breakpoint
CREATE INDEX "batch_trainer" ON "batch" USING btree ("trainer_id","starts_at");--> statement-breakpoint
CREATE INDEX "batch_room" ON "batch" USING btree ("room_id","starts_at");--> statement-breakpoint
CREATE INDEX "live_class_trainer_starts" ON "live_class" USING btree ("trainer_id","starts_at");--> statement-breakpoint
CREATE INDEX "live_class_room_starts" ON "live_class" USING btree ("room_id","starts_at");--> statement-breakpoint
create extension if not exists btree_gist;--> statement-breakpoint
-- Adding minutes does not depend on the time zone, so that an index may use it.
create function class_period(starts_at timestamptz, minutes int) returns tstzrange language sql immutable parallel safe
  return tstzrange(starts_at, starts_at + make_interval(mins => minutes));--> statement-breakpoint
alter table live_class add constraint live_class_trainer exclude using gist (trainer_id with =, class_period(starts_at, minutes) with &&)
  where (trainer_id is not null and cancelled_at is null) deferrable initially immediate;--> statement-breakpoint
alter table live_class add constraint live_class_room exclude using gist (room_id with =, class_period(starts_at, minutes) with &&)
  where (room_id is not null and cancelled_at is null) deferrable initially immediate;--> statement-breakpoint
alter table meeting add constraint meeting_slot exclude using gist (account_id with =, slot with =, class_period(starts_at, minutes) with &&)
  where (state <> 'failed') deferrable initially immediate;
