CREATE TABLE "material" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid NOT NULL,
	"batch_id" uuid,
	"class_id" uuid,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"file_id" uuid,
	"url" text DEFAULT '' NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"staff_id" uuid,
	CONSTRAINT "material_kind" CHECK (("material"."kind" = 'file') = ("material"."file_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "recording" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid NOT NULL,
	"batch_id" uuid,
	"class_id" uuid,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"seconds" integer,
	"chapters" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"staff_id" uuid,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recording_caption" (
	"recording_id" uuid NOT NULL,
	"language" text NOT NULL,
	"label" text NOT NULL,
	"vtt" text NOT NULL,
	CONSTRAINT "recording_caption_recording_id_language_pk" PRIMARY KEY("recording_id","language")
);
--> statement-breakpoint
CREATE TABLE "transcript_line" (
	"recording_id" uuid NOT NULL,
	"language" text NOT NULL,
	"number" integer NOT NULL,
	"starts_ms" integer NOT NULL,
	"ends_ms" integer NOT NULL,
	"text" text NOT NULL,
	"scope_id" uuid NOT NULL,
	CONSTRAINT "transcript_line_recording_id_language_number_pk" PRIMARY KEY("recording_id","language","number")
);
--> statement-breakpoint
CREATE TABLE "watch" (
	"learner_id" uuid NOT NULL,
	"recording_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"parts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"watched_seconds" integer DEFAULT 0 NOT NULL,
	"reported_at" timestamp with time zone NOT NULL,
	"watched_at" timestamp with time zone,
	CONSTRAINT "watch_learner_id_recording_id_pk" PRIMARY KEY("learner_id","recording_id")
);
--> statement-breakpoint
ALTER TABLE "material" ADD CONSTRAINT "material_course_id_course_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."course"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material" ADD CONSTRAINT "material_batch_id_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material" ADD CONSTRAINT "material_class_id_live_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."live_class"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material" ADD CONSTRAINT "material_file_id_lesson_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."lesson_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material" ADD CONSTRAINT "material_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording" ADD CONSTRAINT "recording_course_id_course_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."course"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording" ADD CONSTRAINT "recording_batch_id_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording" ADD CONSTRAINT "recording_class_id_live_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."live_class"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording" ADD CONSTRAINT "recording_file_id_lesson_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."lesson_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording" ADD CONSTRAINT "recording_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recording_caption" ADD CONSTRAINT "recording_caption_recording_id_recording_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recording"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_line" ADD CONSTRAINT "transcript_line_recording_id_recording_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recording"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch" ADD CONSTRAINT "watch_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "watch" ADD CONSTRAINT "watch_recording_id_recording_id_fk" FOREIGN KEY ("recording_id") REFERENCES "public"."recording"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "material_course" ON "material" USING btree ("course_id","batch_id","added_at");--> statement-breakpoint
CREATE INDEX "material_batch" ON "material" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "material_class" ON "material" USING btree ("class_id","added_at");--> statement-breakpoint
CREATE INDEX "material_file" ON "material" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "recording_course" ON "recording" USING btree ("course_id","batch_id","added_at");--> statement-breakpoint
CREATE INDEX "recording_batch" ON "recording" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "recording_class" ON "recording" USING btree ("class_id","added_at");--> statement-breakpoint
CREATE UNIQUE INDEX "recording_file" ON "recording" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "transcript_line_words" ON "transcript_line" USING gin (to_tsvector('english', 's' || replace("scope_id"::text, '-', '') || ' ' || "text"));--> statement-breakpoint
CREATE INDEX "watch_recording" ON "watch" USING btree ("recording_id");