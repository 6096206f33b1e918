ALTER TABLE "watch" ADD COLUMN "opened_at" timestamp with time zone;--> statement-breakpoint
-- What is known already was played in time.
UPDATE "watch" SET "opened_at" = "reported_at" - make_interval(secs => "watched_seconds");--> statement-breakpoint
ALTER TABLE "watch" ALTER COLUMN "opened_at" SET NOT NULL;