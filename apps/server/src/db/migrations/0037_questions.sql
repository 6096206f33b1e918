CREATE TABLE "class_answer" (
	"id" uuid PRIMARY KEY NOT NULL,
	"question_id" uuid NOT NULL,
	"learner_id" uuid,
	"staff_id" uuid,
	"is_by_staff" boolean NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"hidden_why" text DEFAULT '' NOT NULL,
	"hidden_by_id" uuid
);
--> statement-breakpoint
CREATE TABLE "class_question" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"batch_id" uuid,
	"class_id" uuid,
	"learner_id" uuid,
	"is_private" boolean NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"last_at" timestamp with time zone NOT NULL,
	"answers" integer DEFAULT 0 NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"answer_id" uuid,
	"pinned_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"hidden_why" text DEFAULT '' NOT NULL,
	"hidden_by_id" uuid
);
--> statement-breakpoint
CREATE TABLE "question_report" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"question_id" uuid NOT NULL,
	"answer_id" uuid,
	"learner_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"staff_id" uuid,
	CONSTRAINT "question_report_once" UNIQUE NULLS NOT DISTINCT("learner_id","question_id","answer_id"),
	CONSTRAINT "question_report_reason" CHECK ("question_report"."reason" <> '')
);
--> statement-breakpoint
CREATE TABLE "question_seen" (
	"learner_id" uuid NOT NULL,
	"question_id" uuid NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "question_seen_learner_id_question_id_pk" PRIMARY KEY("learner_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "question_words" (
	"question_id" uuid PRIMARY KEY NOT NULL,
	"scope_id" uuid NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "digest_reader" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"learner_id" uuid,
	"staff_id" uuid,
	"wants_mail" boolean DEFAULT true NOT NULL,
	"told_at" timestamp with time zone,
	"mailed_on" date,
	CONSTRAINT "digest_reader_learnerId_unique" UNIQUE("learner_id"),
	CONSTRAINT "digest_reader_staffId_unique" UNIQUE("staff_id"),
	CONSTRAINT "digest_reader_of_one" CHECK (("digest_reader"."learner_id" is null) <> ("digest_reader"."staff_id" is null))
);
--> statement-breakpoint
ALTER TABLE "digest_item" ADD COLUMN "notification_id" uuid;--> statement-breakpoint
ALTER TABLE "digest_item" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "class_answer" ADD CONSTRAINT "class_answer_question_id_class_question_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."class_question"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_answer" ADD CONSTRAINT "class_answer_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_answer" ADD CONSTRAINT "class_answer_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_answer" ADD CONSTRAINT "class_answer_hidden_by_id_staff_id_fk" FOREIGN KEY ("hidden_by_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_question" ADD CONSTRAINT "class_question_course_id_course_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."course"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_question" ADD CONSTRAINT "class_question_batch_id_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_question" ADD CONSTRAINT "class_question_class_id_live_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."live_class"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_question" ADD CONSTRAINT "class_question_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_question" ADD CONSTRAINT "class_question_hidden_by_id_staff_id_fk" FOREIGN KEY ("hidden_by_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_report" ADD CONSTRAINT "question_report_question_id_class_question_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."class_question"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_report" ADD CONSTRAINT "question_report_answer_id_class_answer_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."class_answer"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_report" ADD CONSTRAINT "question_report_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_report" ADD CONSTRAINT "question_report_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_seen" ADD CONSTRAINT "question_seen_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_seen" ADD CONSTRAINT "question_seen_question_id_class_question_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."class_question"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_words" ADD CONSTRAINT "question_words_question_id_class_question_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."class_question"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digest_reader" ADD CONSTRAINT "digest_reader_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digest_reader" ADD CONSTRAINT "digest_reader_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "class_answer_question" ON "class_answer" USING btree ("question_id","at","id");--> statement-breakpoint
CREATE INDEX "class_answer_learner" ON "class_answer" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "class_question_batch" ON "class_question" USING btree ("batch_id","last_at","id");--> statement-breakpoint
CREATE INDEX "class_question_newest" ON "class_question" USING btree ("last_at","id");--> statement-breakpoint
CREATE INDEX "class_question_open" ON "class_question" USING btree ("last_at","id") WHERE "class_question"."is_open" and "class_question"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "class_question_class" ON "class_question" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "class_question_learner" ON "class_question" USING btree ("learner_id","last_at");--> statement-breakpoint
CREATE INDEX "class_question_course" ON "class_question" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "question_report_waiting" ON "question_report" USING btree ("question_id") WHERE "question_report"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "question_report_question" ON "question_report" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "question_report_answer" ON "question_report" USING btree ("answer_id");--> statement-breakpoint
CREATE INDEX "question_seen_question" ON "question_seen" USING btree ("question_id");--> statement-breakpoint
CREATE INDEX "question_words_search" ON "question_words" USING gin (to_tsvector('english', 's' || replace("scope_id"::text, '-', '') || ' ' || "text"));--> statement-breakpoint
ALTER TABLE "digest_item" ADD CONSTRAINT "digest_item_notification_id_notification_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notification"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "digest_item_unmailed" ON "digest_item" USING btree ("at") WHERE "digest_item"."mailed_at" is null;--> statement-breakpoint
CREATE INDEX "digest_item_notification" ON "digest_item" USING btree ("notification_id");--> statement-breakpoint
CREATE INDEX "digest_item_at" ON "digest_item" USING btree ("at");