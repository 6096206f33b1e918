CREATE TABLE "course" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" text NOT NULL,
	"name" text NOT NULL,
	"image" text NOT NULL,
	"field" text NOT NULL,
	"level" text NOT NULL,
	"position" integer NOT NULL,
	"is_trending" boolean DEFAULT false NOT NULL,
	"description" text NOT NULL,
	"duration_in_hours" integer NOT NULL,
	"price_in_paise" integer NOT NULL,
	"outcomes" jsonb NOT NULL,
	"syllabus" jsonb NOT NULL,
	"questions" jsonb NOT NULL,
	CONSTRAINT "course_courseId_unique" UNIQUE("course_id")
);
--> statement-breakpoint
CREATE TABLE "demo_content" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"loaded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "demo_content_one_row" CHECK ("demo_content"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"to" text NOT NULL,
	"subject" text,
	"text" text NOT NULL,
	"html" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"source" text NOT NULL,
	"subscribed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "institute" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"profile" jsonb NOT NULL,
	CONSTRAINT "institute_one_row" CHECK ("institute"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "news" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"published_at" timestamp with time zone NOT NULL,
	CONSTRAINT "news_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE INDEX "outbox_newest" ON "outbox" USING btree ("at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_email" ON "subscription" USING btree (lower("email"));