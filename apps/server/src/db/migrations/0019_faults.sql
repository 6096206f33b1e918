CREATE TABLE "backup_run" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"place" text NOT NULL,
	"bytes" bigint NOT NULL,
	"verified_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "done_job" (
	"job_id" text PRIMARY KEY NOT NULL,
	"done_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "payment_order_created";--> statement-breakpoint
DROP INDEX "batch_place_batch";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "message_id" text;--> statement-breakpoint
CREATE INDEX "backup_run_newest" ON "backup_run" USING btree ("made_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "done_job_at" ON "done_job" USING btree ("done_at");--> statement-breakpoint
CREATE INDEX "learner_picture" ON "learner" USING btree ("picture");--> statement-breakpoint
CREATE INDEX "picture_uploaded" ON "picture" USING btree ("uploaded_at");--> statement-breakpoint
CREATE INDEX "certificate_purchase" ON "certificate" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "invoice_buyer" ON "invoice" USING btree ("issued_at") WHERE "invoice"."content" -> 'buyer' ->> 'name' <> '';--> statement-breakpoint
CREATE INDEX "payment_order_claimed" ON "payment_order" USING btree ("created_at") WHERE "payment_order"."provider_order_id" like 'claimed:%';--> statement-breakpoint
CREATE INDEX "payment_order_buyer" ON "payment_order" USING btree ("created_at") WHERE "payment_order"."details" ? 'email';--> statement-breakpoint
CREATE INDEX "batch_place_in_order" ON "batch_place" USING btree ("batch_id","purchase_id");--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_messageId_unique" UNIQUE("message_id");