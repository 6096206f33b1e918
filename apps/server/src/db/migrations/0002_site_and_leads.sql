CREATE TABLE "mentor" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"designation" text NOT NULL,
	"picture" text NOT NULL,
	"about" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "mentor_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "contact_enquiry" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"attempt_id" uuid,
	"enquiry_for" text NOT NULL,
	"full_name" text NOT NULL,
	"mobile_number" text NOT NULL,
	"email" text NOT NULL,
	"query" text NOT NULL,
	"page" text DEFAULT '/' NOT NULL,
	"consented_to" text DEFAULT 'privacy-policy' NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_enquiry_attemptId_unique" UNIQUE("attempt_id")
);
--> statement-breakpoint
CREATE TABLE "course_enquiry" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"attempt_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"mobile_number" text NOT NULL,
	"course" text NOT NULL,
	"other_course_name" text NOT NULL,
	"description" text NOT NULL,
	"page" text DEFAULT '/' NOT NULL,
	"consented_to" text DEFAULT 'privacy-policy' NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "course_enquiry_attemptId_unique" UNIQUE("attempt_id")
);
--> statement-breakpoint
CREATE TABLE "block" (
	"name" text PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "token" text DEFAULT replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '') NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "page" text DEFAULT '/' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "consented_to" text DEFAULT 'privacy-policy' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "unsubscribed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_token_unique" UNIQUE("token");