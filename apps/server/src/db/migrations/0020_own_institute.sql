CREATE TABLE "content_item" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"source" text NOT NULL,
	"applied" jsonb,
	"applied_at" timestamp with time zone NOT NULL,
	CONSTRAINT "content_item_kind_key_pk" PRIMARY KEY("kind","key")
);
--> statement-breakpoint
CREATE TABLE "sent_message" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel" text NOT NULL,
	"template" text NOT NULL,
	"number" text NOT NULL,
	"provider_id" text,
	"state" text DEFAULT 'accepted' NOT NULL,
	"reason" text,
	"sent_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sent_message_provider_id" UNIQUE("channel","provider_id")
);
--> statement-breakpoint
ALTER TABLE "learner" ADD COLUMN "notice_channel" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "certificate" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "seats" integer;--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "sent_message_newest" ON "sent_message" USING btree ("sent_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "sent_message_number" ON "sent_message" USING btree ("number");--> statement-breakpoint
INSERT INTO "content_item" ("kind", "key", "source", "applied_at")
SELECT item.kind, item.key, 'demo', demo_content.loaded_at
FROM "demo_content" CROSS JOIN (
	SELECT 'institute' AS kind, 'institute' AS key FROM "institute"
	UNION ALL SELECT 'block', "name" FROM "block"
	UNION ALL SELECT 'news', "slug" FROM "news"
	UNION ALL SELECT 'course', "course_id" FROM "course"
	UNION ALL SELECT 'offline-course', "course_id" FROM "offline_course"
	UNION ALL SELECT 'mentor', "name" FROM "mentor"
	UNION ALL SELECT 'webinar', "slug" FROM "webinar"
	UNION ALL SELECT 'quiz', "id" FROM "collection"
) item;
--> statement-breakpoint
UPDATE "batch" SET "is_demo" = true WHERE EXISTS (SELECT FROM "demo_content");
--> statement-breakpoint
UPDATE "certificate" SET "is_demo" = true
WHERE EXISTS (SELECT FROM "demo_content") AND "learner_id" IS NULL AND "purchase_id" IS NULL AND "erased_at" IS NULL AND "issued_at" = "earned_at";
