CREATE TABLE "known_device" (
	"hash" text PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "server_secret" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "known_device_number" ON "known_device" USING btree ("number");--> statement-breakpoint
CREATE INDEX "known_device_seen_at" ON "known_device" USING btree ("seen_at");