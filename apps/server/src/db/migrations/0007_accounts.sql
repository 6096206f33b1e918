CREATE TABLE "learner" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"country_code" text NOT NULL,
	"mobile_number" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"gender" text NOT NULL,
	"date_of_birth" date NOT NULL,
	"email" text NOT NULL,
	"occupation" text NOT NULL,
	"inst_or_org" text NOT NULL,
	"state" text NOT NULL,
	"country" text NOT NULL,
	"skills" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"picture" uuid,
	"consented_to" text DEFAULT 'privacy-policy' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "learner_number" UNIQUE("country_code","mobile_number")
);
--> statement-breakpoint
CREATE TABLE "one_time_code" (
	"number" text PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"salt" text NOT NULL,
	"tries_left" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "picture" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"hash" text PRIMARY KEY NOT NULL,
	"learner_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket" (
	"hash" text PRIMARY KEY NOT NULL,
	"country_code" text NOT NULL,
	"mobile_number" text NOT NULL,
	"proven_at" timestamp with time zone NOT NULL,
	"spent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "purchase" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"learner_id" uuid NOT NULL,
	"course_id" uuid NOT NULL,
	"batch_time" text NOT NULL,
	"batch_type" text NOT NULL,
	"purchased_at" timestamp with time zone NOT NULL,
	CONSTRAINT "purchase_once" UNIQUE("learner_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "notification" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"learner_id" uuid NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"link" text,
	"sent_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_course_id_course_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."course"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification" ADD CONSTRAINT "notification_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "picture_number" ON "picture" USING btree ("number");--> statement-breakpoint
CREATE INDEX "session_learner" ON "session" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "session_used_at" ON "session" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "ticket_proven_at" ON "ticket" USING btree ("proven_at");--> statement-breakpoint
CREATE INDEX "purchase_course" ON "purchase" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "notification_newest" ON "notification" USING btree ("learner_id","sent_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notification_unread" ON "notification" USING btree ("learner_id") WHERE "notification"."read_at" is null;