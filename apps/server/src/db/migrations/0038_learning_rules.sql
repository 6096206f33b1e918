ALTER TABLE "homework_file" DROP CONSTRAINT "homework_file_file_id_lesson_file_id_fk";
--> statement-breakpoint
ALTER TABLE "submission_file" DROP CONSTRAINT "submission_file_file_id_lesson_file_id_fk";
--> statement-breakpoint
ALTER TABLE "homework_work" ADD COLUMN "most_points" integer;--> statement-breakpoint
ALTER TABLE "digest_item" ADD COLUMN "course" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "watch" ADD COLUMN "opened_at" timestamp with time zone NOT NULL;--> statement-breakpoint
ALTER TABLE "homework_file" ADD CONSTRAINT "homework_file_file_id_lesson_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."lesson_file"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_file" ADD CONSTRAINT "submission_file_file_id_lesson_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."lesson_file"("id") ON DELETE no action ON UPDATE no action;