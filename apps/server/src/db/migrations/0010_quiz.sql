CREATE TABLE "collection" (
	"id" text PRIMARY KEY NOT NULL,
	"language_name" text NOT NULL,
	"language_image" text NOT NULL,
	"bg_color" text NOT NULL,
	"position" integer NOT NULL,
	"language" text NOT NULL,
	"topics" jsonb NOT NULL,
	"course_id" text
);
--> statement-breakpoint
CREATE TABLE "question" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"collection_id" text NOT NULL,
	"topic" text NOT NULL,
	"position" integer NOT NULL,
	"question" text NOT NULL,
	"code" text NOT NULL,
	"language" text NOT NULL,
	"options" jsonb NOT NULL,
	"is_code" boolean NOT NULL,
	"answer" text NOT NULL,
	"explanation" text NOT NULL,
	"level" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "result" (
	"id" text PRIMARY KEY NOT NULL,
	"attempt_id" uuid,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"collection_id" text NOT NULL,
	"language_name" text NOT NULL,
	"language" text NOT NULL,
	"topic" text NOT NULL,
	"setup" text NOT NULL,
	"answer_key" jsonb NOT NULL,
	"correct" integer NOT NULL,
	"wrong" integer NOT NULL,
	"skipped" integer NOT NULL,
	"total" integer NOT NULL,
	"consented_to" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	CONSTRAINT "result_attemptId_unique" UNIQUE("attempt_id")
);
--> statement-breakpoint
ALTER TABLE "collection" ADD CONSTRAINT "collection_course_id_course_course_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."course"("course_id") ON DELETE set null ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "question" ADD CONSTRAINT "question_collection_id_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collection"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "question_place" ON "question" USING btree ("collection_id","topic","position");--> statement-breakpoint
CREATE INDEX "result_email" ON "result" USING btree (lower("email"),"taken_at");--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on collection for each statement execute function notify_content();
--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on question for each statement execute function notify_content();
