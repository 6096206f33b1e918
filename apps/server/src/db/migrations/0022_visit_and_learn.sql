CREATE TABLE "batch_wish" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"attempt_id" uuid,
	"course_id" text NOT NULL,
	"batch_time" text NOT NULL,
	"batch_type" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"mobile_number" text NOT NULL,
	"page" text DEFAULT '/' NOT NULL,
	"consented_to" text DEFAULT 'privacy-policy' NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "batch_wish_attemptId_unique" UNIQUE("attempt_id")
);
--> statement-breakpoint
ALTER TABLE "certificate" ADD COLUMN "is_name_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "sample" jsonb;--> statement-breakpoint
ALTER TABLE "offline_course" ADD COLUMN "price_in_paise" integer;--> statement-breakpoint
ALTER TABLE "offline_course" ADD COLUMN "starts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "live_class" ADD COLUMN "recording_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "batch_wish_open" ON "batch_wish" USING btree ("course_id","batch_time","batch_type") WHERE "batch_wish"."answered_at" is null;--> statement-breakpoint
CREATE INDEX "batch_wish_email" ON "batch_wish" USING btree (lower("email"),"sent_at");--> statement-breakpoint
CREATE INDEX "batch_wish_sent" ON "batch_wish" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX "webinar_seat_email" ON "webinar_seat" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "webinar_seat_number" ON "webinar_seat" USING btree ("mobile_number");--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on batch for each statement execute function notify_content();
--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on live_class for each statement execute function notify_content();
