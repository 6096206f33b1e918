CREATE TABLE "lesson_file" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid,
	"staff_id" uuid,
	"learner_id" uuid,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"state" text DEFAULT 'uploading' NOT NULL,
	"refused_why" text DEFAULT '' NOT NULL,
	"sha256" text,
	"created_at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone,
	"writer" uuid,
	"writer_until" timestamp with time zone,
	"next_writer" uuid
);
--> statement-breakpoint
ALTER TABLE "lesson_file" ADD CONSTRAINT "lesson_file_course_id_course_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."course"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_file" ADD CONSTRAINT "lesson_file_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lesson_file" ADD CONSTRAINT "lesson_file_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lesson_file_course" ON "lesson_file" USING btree ("course_id","state","bytes");--> statement-breakpoint
CREATE INDEX "lesson_file_staff" ON "lesson_file" USING btree ("staff_id","created_at");--> statement-breakpoint
CREATE INDEX "lesson_file_learner" ON "lesson_file" USING btree ("learner_id","created_at");--> statement-breakpoint
CREATE INDEX "lesson_file_unfinished" ON "lesson_file" USING btree ("created_at") WHERE "lesson_file"."state" in ('uploading', 'refused');--> statement-breakpoint
CREATE INDEX "lesson_file_stored" ON "lesson_file" USING btree ("stored_at","id");