ALTER TABLE "purchase" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_flag" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webhook_event" ADD COLUMN "body" text;