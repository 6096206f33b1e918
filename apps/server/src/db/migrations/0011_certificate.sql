CREATE TABLE "certificate" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"certificate_id" text NOT NULL,
	"prefix" text NOT NULL,
	"serial" integer NOT NULL,
	"learner_id" uuid,
	"purchase_id" uuid,
	"student_name" text NOT NULL,
	"picture" uuid,
	"student_profile" text NOT NULL,
	"student_id" text NOT NULL,
	"course_key" text NOT NULL,
	"course_completed" text NOT NULL,
	"learned_skills" jsonb NOT NULL,
	"printed" jsonb NOT NULL,
	"earned_at" timestamp with time zone NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"issued_by" text NOT NULL,
	"reason" text,
	"revoked_at" timestamp with time zone,
	"revoked_reason" text,
	"erased_at" timestamp with time zone,
	CONSTRAINT "certificate_certificateId_unique" UNIQUE("certificate_id"),
	CONSTRAINT "certificate_serial" UNIQUE("prefix","serial")
);
--> statement-breakpoint
CREATE TABLE "certificate_counter" (
	"prefix" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate" ADD CONSTRAINT "certificate_purchase_id_purchase_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchase"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_once" ON "certificate" USING btree ("purchase_id") WHERE "certificate"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "certificate_learner" ON "certificate" USING btree ("learner_id");