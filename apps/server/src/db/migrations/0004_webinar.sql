CREATE TABLE "webinar" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course" text NOT NULL,
	"start_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "webinar_start" ON "webinar" USING btree ("start_at");--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on webinar for each statement execute function notify_content();
