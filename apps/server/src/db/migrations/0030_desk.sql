ALTER TABLE "coupon_use" ADD COLUMN "person_hash" text;--> statement-breakpoint
ALTER TABLE "dispute" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "dispute" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "dispute" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dispute" ADD COLUMN "settled_by" uuid;--> statement-breakpoint
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_settled_by_staff_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_reference" ON "payment" USING btree (lower("reference")) WHERE "payment"."reference" <> '';--> statement-breakpoint
CREATE INDEX "dispute_lost" ON "dispute" USING btree ("opened_at") WHERE "dispute"."state" = 'lost' and "dispute"."decision" is null;