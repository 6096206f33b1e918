CREATE TABLE "offline_course" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" text NOT NULL,
	"name" text NOT NULL,
	"image" text NOT NULL,
	"position" integer NOT NULL,
	"description" text NOT NULL,
	"duration_in_hours" integer NOT NULL,
	"outcomes" jsonb NOT NULL,
	"syllabus" jsonb NOT NULL,
	"syllabus_file" text,
	CONSTRAINT "offline_course_courseId_unique" UNIQUE("course_id")
);
--> statement-breakpoint
CREATE TABLE "syllabus_download" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"attempt_id" uuid,
	"course_id" text NOT NULL,
	"course_name" text NOT NULL,
	"name" text NOT NULL,
	"country_code" text NOT NULL,
	"mobile_number" text NOT NULL,
	"email" text NOT NULL,
	"page" text DEFAULT '/' NOT NULL,
	"consented_to" text DEFAULT 'privacy-policy' NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "syllabus_download_attemptId_unique" UNIQUE("attempt_id")
);
--> statement-breakpoint
ALTER TABLE "course" ADD COLUMN "search" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple'::regconfig, translate(name, './+-_:,()&#"[]', '              ')), 'A') || setweight(to_tsvector('simple'::regconfig, translate(name, ' ./+-_:,()&#"[]', '')), 'A') || setweight(to_tsvector('simple'::regconfig, translate(regexp_replace(name, '^\S+\s+', ''), ' ./+-_:,()&#"[]', '')), 'A') || setweight(to_tsvector('simple'::regconfig, translate(course_id, './+-_:,()&#"[]', '              ')), 'A') || setweight(to_tsvector('simple'::regconfig, translate(jsonb_path_query_array(syllabus, '$[*].title')::text, './+-_:,()&#"[]', '              ')), 'B') || setweight(to_tsvector('simple'::regconfig, translate(jsonb_path_query_array(syllabus, '$[*].topics[*]')::text, './+-_:,()&#"[]', '              ')), 'C') || setweight(to_tsvector('simple'::regconfig, translate(description, './+-_:,()&#"[]', '              ')), 'D')) STORED;--> statement-breakpoint
ALTER TABLE "mentor" ADD COLUMN "teaches" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "course_link_id" ON "course" USING btree (regexp_replace("course_id", '/', ' '));--> statement-breakpoint
CREATE INDEX "course_search" ON "course" USING gin ("search");--> statement-breakpoint
CREATE INDEX "course_position" ON "course" USING btree ("position","name");--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on offline_course for each statement execute function notify_content();
