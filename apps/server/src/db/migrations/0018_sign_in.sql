CREATE TABLE "device_code" (
	"number" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"salt" text NOT NULL,
	"tries_left" integer NOT NULL,
	"device_tries_left" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "one_time_code" ADD COLUMN "device_tries_left" integer DEFAULT 0 NOT NULL;