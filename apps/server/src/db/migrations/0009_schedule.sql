CREATE TABLE "attendance" (
	"learner_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"first_joined_at" timestamp with time zone NOT NULL,
	"last_joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attendance_learner_id_class_id_pk" PRIMARY KEY("learner_id","class_id")
);
--> statement-breakpoint
CREATE TABLE "batch" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"course_id" uuid NOT NULL,
	"batch_time" text NOT NULL,
	"batch_type" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "batch_place" (
	"purchase_id" uuid PRIMARY KEY NOT NULL,
	"batch_id" uuid NOT NULL,
	"placed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "calendar_feed" (
	"learner_id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_feed_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "class_news" (
	"learner_id" uuid NOT NULL,
	"class_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "class_news_class_id_learner_id_kind_starts_at_sequence_pk" PRIMARY KEY("class_id","learner_id","kind","starts_at","sequence")
);
--> statement-breakpoint
CREATE TABLE "live_class" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"batch_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"minutes" integer NOT NULL,
	"topic" text NOT NULL,
	"trainer_name" text NOT NULL,
	"meeting_url" text DEFAULT '' NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "live_class_number" UNIQUE("batch_id","number")
);
--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_class_id_live_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."live_class"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch" ADD CONSTRAINT "batch_course_id_course_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."course"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_place" ADD CONSTRAINT "batch_place_purchase_id_purchase_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchase"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batch_place" ADD CONSTRAINT "batch_place_batch_id_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batch"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_feed" ADD CONSTRAINT "calendar_feed_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_news" ADD CONSTRAINT "class_news_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "class_news" ADD CONSTRAINT "class_news_class_id_live_class_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."live_class"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_class" ADD CONSTRAINT "live_class_batch_id_batch_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batch"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_class" ON "attendance" USING btree ("class_id");--> statement-breakpoint
CREATE INDEX "batch_kind" ON "batch" USING btree ("course_id","batch_time","batch_type","starts_at");--> statement-breakpoint
CREATE INDEX "batch_starts" ON "batch" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "batch_place_batch" ON "batch_place" USING btree ("batch_id");--> statement-breakpoint
CREATE INDEX "class_news_learner" ON "class_news" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "live_class_starts" ON "live_class" USING btree ("starts_at");