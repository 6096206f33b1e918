CREATE TABLE "device_code" (
	"number" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"salt" text NOT NULL,
	"tries_left" integer NOT NULL,
	"device_tries_left" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guardian" (
	"learner_id" uuid PRIMARY KEY NOT NULL,
	"full_name" text NOT NULL,
	"number" text NOT NULL,
	"consented_to" text NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkey" (
	"id" text PRIMARY KEY NOT NULL,
	"learner_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"browser" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "erasure" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"salt" text NOT NULL,
	"email_hash" text,
	"number_hash" text,
	"erased_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"erased_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_event" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"learner_id" uuid,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "one_time_code" ADD COLUMN "device_tries_left" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "previous_hash" text;--> statement-breakpoint
ALTER TABLE "session" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "result" ADD COLUMN "learner_id" uuid;--> statement-breakpoint
ALTER TABLE "webinar_hold" ADD COLUMN "holder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar_hold" ADD COLUMN "held_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar_seat" ADD COLUMN "learner_id" uuid;--> statement-breakpoint
ALTER TABLE "webinar_seat" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
UPDATE "webinar_seat" SET "confirmed_at" = "taken_at";--> statement-breakpoint
ALTER TABLE "guardian" ADD CONSTRAINT "guardian_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "guardian_number" ON "guardian" USING btree ("number");--> statement-breakpoint
CREATE INDEX "passkey_learner" ON "passkey" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "security_event_newest" ON "security_event" USING btree ("at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "security_event_learner" ON "security_event" USING btree ("learner_id");--> statement-breakpoint
ALTER TABLE "result" ADD CONSTRAINT "result_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_seat" ADD CONSTRAINT "webinar_seat_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_previous_hash" ON "session" USING btree ("previous_hash");--> statement-breakpoint
CREATE INDEX "contact_enquiry_sent" ON "contact_enquiry" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "course_enquiry_sent" ON "course_enquiry" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "subscription_ended" ON "subscription" USING btree ("unsubscribed_at");--> statement-breakpoint
CREATE INDEX "syllabus_download_sent" ON "syllabus_download" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "payment_order_created" ON "payment_order" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "result_taken" ON "result" USING btree ("taken_at");--> statement-breakpoint
CREATE INDEX "result_learner" ON "result" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "webinar_seat_learner" ON "webinar_seat" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "webinar_seat_unconfirmed" ON "webinar_seat" USING btree ("taken_at") WHERE "webinar_seat"."confirmed_at" is null;