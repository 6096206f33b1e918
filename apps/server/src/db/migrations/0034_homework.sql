CREATE TABLE "grading" (
	"id" uuid PRIMARY KEY NOT NULL,
	"homework_id" uuid NOT NULL,
	"learner_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"outcome" text NOT NULL,
	"lines" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"points" integer,
	"comment" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"staff_id" uuid
);
--> statement-breakpoint
CREATE TABLE "homework_file" (
	"homework_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "homework_file_homework_id_file_id_pk" PRIMARY KEY("homework_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "homework_work" (
	"homework_id" uuid NOT NULL,
	"learner_id" uuid NOT NULL,
	"state" text NOT NULL,
	"points" integer,
	"comment" text DEFAULT '' NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"staff_id" uuid,
	"revision" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "homework_work_homework_id_learner_id_pk" PRIMARY KEY("homework_id","learner_id")
);
--> statement-breakpoint
CREATE TABLE "submission" (
	"id" uuid PRIMARY KEY NOT NULL,
	"homework_id" uuid NOT NULL,
	"learner_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"link" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"is_late" boolean NOT NULL,
	CONSTRAINT "submission_version" UNIQUE("homework_id","learner_id","version")
);
--> statement-breakpoint
CREATE TABLE "submission_file" (
	"submission_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	CONSTRAINT "submission_file_submission_id_file_id_pk" PRIMARY KEY("submission_id","file_id")
);
--> statement-breakpoint
CREATE TABLE "submission_likeness" (
	"one_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"percent" smallint NOT NULL,
	CONSTRAINT "submission_likeness_one_id_other_id_pk" PRIMARY KEY("one_id","other_id"),
	CONSTRAINT "submission_likeness_in_order" CHECK ("submission_likeness"."one_id" < "submission_likeness"."other_id")
);
--> statement-breakpoint
CREATE TABLE "submission_sketch" (
	"submission_id" uuid PRIMARY KEY NOT NULL,
	"sketch" integer[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "homework" DROP CONSTRAINT "homework_pkey";--> statement-breakpoint
ALTER TABLE "homework" ALTER COLUMN "class_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "homework" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "homework" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "homework" ADD COLUMN "title" text;--> statement-breakpoint
UPDATE "homework" SET "batch_id" = c."batch_id", "title" = left(c."topic", 120) FROM "live_class" c WHERE c."id" = "homework"."class_id";--> statement-breakpoint
ALTER TABLE "homework" ALTER COLUMN "batch_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "homework" ALTER COLUMN "title" SET NOT NULL;--> statement-breakpoint
INSERT INTO "homework_work" ("homework_id", "learner_id", "state", "changed_at", "staff_id")
SELECT h."id", d."learner_id", 'done', d."done_at", d."staff_id" FROM "homework_done" d JOIN "homework" h ON h."class_id" = d."class_id";--> statement-breakpoint
DROP TABLE "homework_done" CASCADE;--> statement-breakpoint
ALTER TABLE "homework" ADD COLUMN "allows_late" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "homework" ADD COLUMN "rubric" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "homework" ADD COLUMN "version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "grading" ADD CONSTRAINT "grading_homework_id_homework_id_fk" FOREIGN KEY ("homework_id") REFERENCES "public"."homework"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grading" ADD CONSTRAINT "grading_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grading" ADD CONSTRAINT "grading_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homework_file" ADD CONSTRAINT "homework_file_homework_id_homework_id_fk" FOREIGN KEY ("homework_id") REFERENCES "public"."homework"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homework_file" ADD CONSTRAINT "homework_file_file_id_lesson_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."lesson_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homework_work" ADD CONSTRAINT "homework_work_homework_id_homework_id_fk" FOREIGN KEY ("homework_id") REFERENCES "public"."homework"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homework_work" ADD CONSTRAINT "homework_work_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homework_work" ADD CONSTRAINT "homework_work_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_homework_id_homework_id_fk" FOREIGN KEY ("homework_id") REFERENCES "public"."homework"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission" ADD CONSTRAINT "submission_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_file" ADD CONSTRAINT "submission_file_submission_id_submission_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submission"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_file" ADD CONSTRAINT "submission_file_file_id_lesson_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."lesson_file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_likeness" ADD CONSTRAINT "submission_likeness_one_id_submission_id_fk" FOREIGN KEY ("one_id") REFERENCES "public"."submission"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_likeness" ADD CONSTRAINT "submission_likeness_other_id_submission_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."submission"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_sketch" ADD CONSTRAINT "submission_sketch_submission_id_submission_id_fk" FOREIGN KEY ("submission_id") REFERENCES "public"."submission"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "grading_work" ON "grading" USING btree ("homework_id","learner_id","at");--> statement-breakpoint
CREATE INDEX "grading_learner" ON "grading" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "homework_file_file" ON "homework_file" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "homework_work_learner" ON "homework_work" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "homework_work_waiting" ON "homework_work" USING btree ("homework_id","changed_at") WHERE "homework_work"."state" = 'handed in';--> statement-breakpoint
CREATE INDEX "submission_learner" ON "submission" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "submission_file_file" ON "submission_file" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "submission_likeness_other" ON "submission_likeness" USING btree ("other_id");--> statement-breakpoint
ALTER TABLE "homework" ADD CONSTRAINT "homework_batch_id_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "homework_batch" ON "homework" USING btree ("batch_id","set_at","id");--> statement-breakpoint
CREATE INDEX "homework_class" ON "homework" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "homework_newest" ON "homework" USING btree ("set_at","id");