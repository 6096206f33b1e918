CREATE TABLE "mandate" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sale_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"provider_customer_id" text NOT NULL,
	"provider_token_id" text,
	"state" text NOT NULL,
	"max_in_paise" integer NOT NULL,
	"begun_on" date NOT NULL,
	"expires_on" date NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"why" text DEFAULT '' NOT NULL,
	CONSTRAINT "mandate_orderId_unique" UNIQUE("order_id"),
	CONSTRAINT "mandate_providerTokenId_unique" UNIQUE("provider_token_id")
);
--> statement-breakpoint
CREATE TABLE "mandate_charge" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"mandate_id" uuid NOT NULL,
	"due_id" uuid NOT NULL,
	"amount_in_paise" integer NOT NULL,
	"charge_on" date NOT NULL,
	"state" text NOT NULL,
	"order_id" uuid,
	"planned_at" timestamp with time zone NOT NULL,
	"announced_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"why" text DEFAULT '' NOT NULL,
	CONSTRAINT "mandate_charge_orderId_unique" UNIQUE("order_id")
);
--> statement-breakpoint
ALTER TABLE "settlement" ALTER COLUMN "amount_in_paise" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "settlement" ALTER COLUMN "fee_in_paise" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "settlement" ALTER COLUMN "fee_tax_in_paise" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "coupon_use" ADD COLUMN "person_hash" text;--> statement-breakpoint
ALTER TABLE "dispute" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "dispute" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "dispute" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "dispute" ADD COLUMN "settled_by" uuid;--> statement-breakpoint
ALTER TABLE "mandate" ADD CONSTRAINT "mandate_sale_id_sale_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sale"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandate" ADD CONSTRAINT "mandate_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandate_charge" ADD CONSTRAINT "mandate_charge_mandate_id_mandate_id_fk" FOREIGN KEY ("mandate_id") REFERENCES "public"."mandate"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandate_charge" ADD CONSTRAINT "mandate_charge_due_id_due_id_fk" FOREIGN KEY ("due_id") REFERENCES "public"."due"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandate_charge" ADD CONSTRAINT "mandate_charge_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mandate_sale" ON "mandate" USING btree ("sale_id","begun_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mandate_one_active" ON "mandate" USING btree ("sale_id") WHERE "mandate"."state" in ('active', 'paused');--> statement-breakpoint
CREATE INDEX "mandate_running" ON "mandate" USING btree ("id") WHERE "mandate"."state" in ('begun', 'active', 'paused');--> statement-breakpoint
CREATE UNIQUE INDEX "mandate_charge_one" ON "mandate_charge" USING btree ("due_id") WHERE "mandate_charge"."state" in ('planned', 'sent');--> statement-breakpoint
CREATE INDEX "mandate_charge_due" ON "mandate_charge" USING btree ("due_id","planned_at");--> statement-breakpoint
CREATE INDEX "mandate_charge_mandate" ON "mandate_charge" USING btree ("mandate_id");--> statement-breakpoint
CREATE INDEX "mandate_charge_open" ON "mandate_charge" USING btree ("charge_on","id") WHERE "mandate_charge"."state" in ('planned', 'sent');--> statement-breakpoint
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_settled_by_staff_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_reference" ON "payment" USING btree (lower("reference")) WHERE "payment"."reference" <> '';--> statement-breakpoint
CREATE INDEX "dispute_lost" ON "dispute" USING btree ("opened_at") WHERE "dispute"."state" = 'lost' and "dispute"."decision" is null;--> statement-breakpoint
CREATE INDEX "refund_done" ON "refund" USING btree ("done_at") WHERE "refund"."state" = 'done';