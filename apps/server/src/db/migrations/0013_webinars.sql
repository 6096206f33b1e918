CREATE TABLE "webinar_hold" (
	"webinar_id" uuid NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webinar_hold_webinar_id_email_pk" PRIMARY KEY("webinar_id","email")
);
--> statement-breakpoint
CREATE TABLE "webinar_news" (
	"seat_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webinar_news_seat_id_kind_starts_at_pk" PRIMARY KEY("seat_id","kind","starts_at")
);
--> statement-breakpoint
CREATE TABLE "webinar_seat" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"join_id" text NOT NULL,
	"webinar_id" uuid NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"mobile_number" text NOT NULL,
	"attempt_id" uuid,
	"page" text DEFAULT '/' NOT NULL,
	"consented_to" text DEFAULT 'privacy-policy' NOT NULL,
	"order_id" uuid,
	"invoice_id" uuid,
	"taken_at" timestamp with time zone NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"link_sent_at" timestamp with time zone NOT NULL,
	"unsubscribed_at" timestamp with time zone,
	CONSTRAINT "webinar_seat_joinId_unique" UNIQUE("join_id"),
	CONSTRAINT "webinar_seat_orderId_unique" UNIQUE("order_id")
);
--> statement-breakpoint
ALTER TABLE "webinar" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "webinar" ADD COLUMN "title" text;--> statement-breakpoint
ALTER TABLE "webinar" ADD COLUMN "subtitle" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar" ADD COLUMN "banner_image" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar" ADD COLUMN "duration_in_minutes" integer DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar" ADD COLUMN "is_complete" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar" ADD COLUMN "price_in_paise" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar" ADD COLUMN "topics" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar" ADD COLUMN "mentor" jsonb;--> statement-breakpoint
-- Webinars that were only announced so far.
UPDATE "webinar" SET "slug" = "id"::text, "title" = "course", "mentor" = '{"mentorName":"","designation":"","mentorImage":"","aboutMentor":"","mentorEmail":"","mobileNumber":""}';--> statement-breakpoint
ALTER TABLE "webinar" ALTER COLUMN "slug" SET NOT NULL, ALTER COLUMN "title" SET NOT NULL, ALTER COLUMN "mentor" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar" ADD COLUMN "seats" integer;--> statement-breakpoint
ALTER TABLE "webinar" ADD COLUMN "enrolled_base" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar" ADD COLUMN "meeting_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar" ADD COLUMN "group_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar" ADD COLUMN "recording_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "webinar_hold" ADD CONSTRAINT "webinar_hold_webinar_id_webinar_id_fk" FOREIGN KEY ("webinar_id") REFERENCES "public"."webinar"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_news" ADD CONSTRAINT "webinar_news_seat_id_webinar_seat_id_fk" FOREIGN KEY ("seat_id") REFERENCES "public"."webinar_seat"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_seat" ADD CONSTRAINT "webinar_seat_webinar_id_webinar_id_fk" FOREIGN KEY ("webinar_id") REFERENCES "public"."webinar"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_seat" ADD CONSTRAINT "webinar_seat_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_seat" ADD CONSTRAINT "webinar_seat_invoice_id_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "webinar_seat_once" ON "webinar_seat" USING btree ("webinar_id",lower("email"));--> statement-breakpoint
ALTER TABLE "webinar" ADD CONSTRAINT "webinar_slug_unique" UNIQUE("slug");