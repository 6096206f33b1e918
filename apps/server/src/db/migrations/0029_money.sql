CREATE TABLE "coupon" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"discount" jsonb NOT NULL,
	"course_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"uses_in_all" integer,
	"uses_per_person" integer,
	"is_stackable" boolean DEFAULT false NOT NULL,
	"is_withdrawn" boolean DEFAULT false NOT NULL,
	"referrer_id" uuid,
	"made_at" timestamp with time zone NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "coupon_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "coupon_use" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"coupon_id" uuid NOT NULL,
	"order_id" uuid,
	"learner_id" uuid,
	"course_id" uuid,
	"discount_in_paise" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"held_until" timestamp with time zone,
	CONSTRAINT "coupon_use_orderId_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "early_bird" (
	"course_id" uuid PRIMARY KEY NOT NULL,
	"price_in_paise" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "due" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"sale_id" uuid NOT NULL,
	"number" smallint NOT NULL,
	"amount_in_paise" integer NOT NULL,
	"due_on" date NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"order_id" uuid,
	"settled_at" timestamp with time zone,
	"last_reminder" smallint,
	"link_token" text NOT NULL,
	CONSTRAINT "due_orderId_unique" UNIQUE("order_id"),
	CONSTRAINT "due_linkToken_unique" UNIQUE("link_token")
);
--> statement-breakpoint
CREATE TABLE "due_notice" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"due_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"day" smallint,
	"channel" text,
	"sent_at" timestamp with time zone NOT NULL,
	"sent_by" uuid,
	"attempt_id" uuid,
	CONSTRAINT "due_notice_attemptId_unique" UNIQUE("attempt_id")
);
--> statement-breakpoint
CREATE TABLE "money_settings" (
	"id" text PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sale" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"learner_id" uuid,
	"course_id" uuid NOT NULL,
	"batch_time" text NOT NULL,
	"batch_type" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"list_price_in_paise" integer NOT NULL,
	"discount_in_paise" integer DEFAULT 0 NOT NULL,
	"discount_reason" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"purchase_id" uuid,
	"made_by" uuid,
	"made_at" timestamp with time zone NOT NULL,
	"approved_by" uuid,
	"leniency_until" date,
	"restricted_at" timestamp with time zone,
	"refusal" text DEFAULT '' NOT NULL,
	"attempt_id" uuid,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sale_attemptId_unique" UNIQUE("attempt_id")
);
--> statement-breakpoint
CREATE TABLE "document_counter" (
	"series" text NOT NULL,
	"financial_year" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "document_counter_series_financial_year_pk" PRIMARY KEY("series","financial_year")
);
--> statement-breakpoint
CREATE TABLE "credit_note" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text NOT NULL,
	"financial_year" text NOT NULL,
	"serial" integer NOT NULL,
	"invoice_id" uuid NOT NULL,
	"refund_id" uuid,
	"content" jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"total_in_paise" integer GENERATED ALWAYS AS ((content ->> 'totalInPaise')::int) STORED,
	"cgst_in_paise" integer GENERATED ALWAYS AS (coalesce((content #>> '{tax,cgstInPaise}')::int, 0)) STORED,
	"igst_in_paise" integer GENERATED ALWAYS AS (coalesce((content #>> '{tax,igstInPaise}')::int, 0)) STORED,
	"rate_percent" numeric GENERATED ALWAYS AS (coalesce((content #>> '{tax,ratePercent}')::numeric, 0)) STORED,
	"place_code" text GENERATED ALWAYS AS (coalesce(content #>> '{placeOfSupply,code}', content #>> '{institute,stateCode}', '')) STORED,
	CONSTRAINT "credit_note_number_unique" UNIQUE("number"),
	CONSTRAINT "credit_note_refundId_unique" UNIQUE("refund_id"),
	CONSTRAINT "credit_note_serial" UNIQUE("financial_year","serial")
);
--> statement-breakpoint
CREATE TABLE "dispute" (
	"provider_dispute_id" text PRIMARY KEY NOT NULL,
	"provider_payment_id" text NOT NULL,
	"order_id" uuid,
	"amount_in_paise" integer NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"respond_by" timestamp with time zone,
	"opened_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refund" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"provider_payment_id" text NOT NULL,
	"purchase_id" uuid,
	"amount_in_paise" integer NOT NULL,
	"reason" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"way" text NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"state" text NOT NULL,
	"ends_access" boolean NOT NULL,
	"provider_refund_id" text,
	"failure" text DEFAULT '' NOT NULL,
	"attempt_id" uuid,
	"flag_id" uuid,
	"asked_by" uuid,
	"asked_at" timestamp with time zone NOT NULL,
	"approved_by" uuid,
	"done_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp with time zone,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "refund_providerRefundId_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refund_attemptId_unique" UNIQUE("attempt_id")
);
--> statement-breakpoint
CREATE TABLE "settlement" (
	"provider_settlement_id" text PRIMARY KEY NOT NULL,
	"utr" text DEFAULT '' NOT NULL,
	"amount_in_paise" integer NOT NULL,
	"fee_in_paise" integer NOT NULL,
	"fee_tax_in_paise" integer NOT NULL,
	"settled_at" timestamp with time zone NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlement_line" (
	"provider_settlement_id" text NOT NULL,
	"entity_id" text NOT NULL,
	"kind" text NOT NULL,
	"credit_in_paise" integer NOT NULL,
	"debit_in_paise" integer NOT NULL,
	"fee_in_paise" integer NOT NULL,
	"fee_tax_in_paise" integer NOT NULL,
	CONSTRAINT "settlement_line_provider_settlement_id_entity_id_pk" PRIMARY KEY("provider_settlement_id","entity_id")
);
--> statement-breakpoint
CREATE TABLE "cash_drawer" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"desk" text NOT NULL,
	"day" date NOT NULL,
	"opening_in_paise" integer NOT NULL,
	"opened_by" uuid,
	"opened_at" timestamp with time zone NOT NULL,
	"counted_in_paise" integer,
	"closed_by" uuid,
	"closed_at" timestamp with time zone,
	"explanation" text DEFAULT '' NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	CONSTRAINT "cash_drawer_day" UNIQUE("desk","day")
);
--> statement-breakpoint
CREATE TABLE "cash_move" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"drawer_id" uuid NOT NULL,
	"amount_in_paise" integer NOT NULL,
	"provider_payment_id" text,
	"reason" text DEFAULT '' NOT NULL,
	"by" uuid,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipt" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"number" text NOT NULL,
	"provider_payment_id" text NOT NULL,
	"content" jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "receipt_number_unique" UNIQUE("number"),
	CONSTRAINT "receipt_providerPaymentId_unique" UNIQUE("provider_payment_id")
);
--> statement-breakpoint
ALTER TABLE "invoice" DROP CONSTRAINT "invoice_purchaseId_unique";--> statement-breakpoint
ALTER TABLE "purchase" DROP CONSTRAINT "purchase_once";--> statement-breakpoint
ALTER TABLE "learner" ALTER COLUMN "date_of_birth" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "learner" ADD COLUMN "is_unproven" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "order_id" uuid;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "total_in_paise" integer GENERATED ALWAYS AS ((content ->> 'totalInPaise')::int) STORED;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "cgst_in_paise" integer GENERATED ALWAYS AS (coalesce((content #>> '{tax,cgstInPaise}')::int, 0)) STORED;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "igst_in_paise" integer GENERATED ALWAYS AS (coalesce((content #>> '{tax,igstInPaise}')::int, 0)) STORED;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "rate_percent" numeric GENERATED ALWAYS AS (coalesce((content #>> '{tax,ratePercent}')::numeric, 0)) STORED;--> statement-breakpoint
ALTER TABLE "invoice" ADD COLUMN "place_code" text GENERATED ALWAYS AS (coalesce(content #>> '{placeOfSupply,code}', content #>> '{institute,stateCode}', '')) STORED;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "state" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "state_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "purchase" ADD COLUMN "transferred_to" uuid;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "reference" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "taken_by" uuid;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "fee_in_paise" integer;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "fee_tax_in_paise" integer;--> statement-breakpoint
ALTER TABLE "payment_flag" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_flag" ADD COLUMN "settled_by" uuid;--> statement-breakpoint
ALTER TABLE "payment_flag" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "payment_flag" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_order" ADD COLUMN "channel" text DEFAULT 'online' NOT NULL;--> statement-breakpoint
ALTER TABLE "coupon" ADD CONSTRAINT "coupon_referrer_id_learner_id_fk" FOREIGN KEY ("referrer_id") REFERENCES "public"."learner"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_use" ADD CONSTRAINT "coupon_use_coupon_id_coupon_id_fk" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupon"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_use" ADD CONSTRAINT "coupon_use_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_use" ADD CONSTRAINT "coupon_use_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "coupon_use" ADD CONSTRAINT "coupon_use_course_id_course_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."course"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "early_bird" ADD CONSTRAINT "early_bird_course_id_course_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."course"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due" ADD CONSTRAINT "due_sale_id_sale_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sale"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due" ADD CONSTRAINT "due_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_notice" ADD CONSTRAINT "due_notice_due_id_due_id_fk" FOREIGN KEY ("due_id") REFERENCES "public"."due"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "due_notice" ADD CONSTRAINT "due_notice_sent_by_staff_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale" ADD CONSTRAINT "sale_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale" ADD CONSTRAINT "sale_course_id_course_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."course"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale" ADD CONSTRAINT "sale_purchase_id_purchase_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchase"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale" ADD CONSTRAINT "sale_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale" ADD CONSTRAINT "sale_approved_by_staff_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note" ADD CONSTRAINT "credit_note_invoice_id_invoice_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoice"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credit_note" ADD CONSTRAINT "credit_note_refund_id_refund_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refund"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute" ADD CONSTRAINT "dispute_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_provider_payment_id_payment_provider_payment_id_fk" FOREIGN KEY ("provider_payment_id") REFERENCES "public"."payment"("provider_payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_purchase_id_purchase_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchase"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_flag_id_payment_flag_id_fk" FOREIGN KEY ("flag_id") REFERENCES "public"."payment_flag"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_asked_by_staff_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund" ADD CONSTRAINT "refund_approved_by_staff_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_line" ADD CONSTRAINT "settlement_line_provider_settlement_id_settlement_provider_settlement_id_fk" FOREIGN KEY ("provider_settlement_id") REFERENCES "public"."settlement"("provider_settlement_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_drawer" ADD CONSTRAINT "cash_drawer_opened_by_staff_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_drawer" ADD CONSTRAINT "cash_drawer_closed_by_staff_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_move" ADD CONSTRAINT "cash_move_drawer_id_cash_drawer_id_fk" FOREIGN KEY ("drawer_id") REFERENCES "public"."cash_drawer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_move" ADD CONSTRAINT "cash_move_provider_payment_id_payment_provider_payment_id_fk" FOREIGN KEY ("provider_payment_id") REFERENCES "public"."payment"("provider_payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_move" ADD CONSTRAINT "cash_move_by_staff_id_fk" FOREIGN KEY ("by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipt" ADD CONSTRAINT "receipt_provider_payment_id_payment_provider_payment_id_fk" FOREIGN KEY ("provider_payment_id") REFERENCES "public"."payment"("provider_payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "coupon_listed" ON "coupon" USING btree ("is_withdrawn","made_at");--> statement-breakpoint
CREATE INDEX "coupon_referrer" ON "coupon" USING btree ("referrer_id");--> statement-breakpoint
CREATE INDEX "coupon_use_coupon" ON "coupon_use" USING btree ("coupon_id","learner_id");--> statement-breakpoint
CREATE INDEX "coupon_use_latest" ON "coupon_use" USING btree ("coupon_id","at","id");--> statement-breakpoint
CREATE INDEX "coupon_use_learner" ON "coupon_use" USING btree ("learner_id","course_id");--> statement-breakpoint
CREATE INDEX "coupon_use_course" ON "coupon_use" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "coupon_use_held" ON "coupon_use" USING btree ("held_until");--> statement-breakpoint
CREATE INDEX "early_bird_ends" ON "early_bird" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "due_number" ON "due" USING btree ("sale_id","number") WHERE "due"."state" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "due_sale" ON "due" USING btree ("sale_id");--> statement-breakpoint
CREATE INDEX "due_open" ON "due" USING btree ("due_on","id") WHERE "due"."state" = 'open';--> statement-breakpoint
CREATE INDEX "due_notice_due" ON "due_notice" USING btree ("due_id","sent_at");--> statement-breakpoint
CREATE INDEX "sale_learner" ON "sale" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "sale_purchase" ON "sale" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "sale_waiting" ON "sale" USING btree ("made_at","id") WHERE "sale"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "sale_open" ON "sale" USING btree ("made_at","id") WHERE "sale"."state" = 'open';--> statement-breakpoint
CREATE INDEX "credit_note_books" ON "credit_note" USING btree ("issued_at","place_code","rate_percent","total_in_paise","cgst_in_paise","igst_in_paise","id");--> statement-breakpoint
CREATE INDEX "credit_note_invoice" ON "credit_note" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "credit_note_issued" ON "credit_note" USING btree ("issued_at","id");--> statement-breakpoint
CREATE INDEX "credit_note_buyer" ON "credit_note" USING btree ("issued_at") WHERE "credit_note"."content" -> 'buyer' ->> 'name' <> '';--> statement-breakpoint
CREATE INDEX "dispute_order" ON "dispute" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "dispute_open" ON "dispute" USING btree ("opened_at") WHERE "dispute"."state" in ('open', 'under review');--> statement-breakpoint
CREATE INDEX "refund_payment" ON "refund" USING btree ("provider_payment_id");--> statement-breakpoint
CREATE INDEX "refund_purchase" ON "refund" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "refund_order" ON "refund" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refund_next_check" ON "refund" USING btree ("next_check_at") WHERE "refund"."next_check_at" is not null;--> statement-breakpoint
CREATE INDEX "refund_elsewhere" ON "refund" USING btree ("done_at") WHERE "refund"."attempt_id" is null and "refund"."approved_by" is null and "refund"."state" = 'done';--> statement-breakpoint
CREATE INDEX "refund_open" ON "refund" USING btree ("asked_at","id") WHERE "refund"."state" in ('asked', 'approved', 'sent', 'failed');--> statement-breakpoint
CREATE INDEX "settlement_day" ON "settlement" USING btree ("settled_at","provider_settlement_id");--> statement-breakpoint
CREATE INDEX "settlement_line_entity" ON "settlement_line" USING btree ("entity_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cash_drawer_open" ON "cash_drawer" USING btree ("desk") WHERE "cash_drawer"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "cash_move_drawer" ON "cash_move" USING btree ("drawer_id","at");--> statement-breakpoint
CREATE INDEX "receipt_payer" ON "receipt" USING btree ("issued_at") WHERE "receipt"."content" -> 'payer' ->> 'name' <> '';--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_order_id_payment_order_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."payment_order"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase" ADD CONSTRAINT "purchase_transferred_to_purchase_id_fk" FOREIGN KEY ("transferred_to") REFERENCES "public"."purchase"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_taken_by_staff_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_flag" ADD CONSTRAINT "payment_flag_settled_by_staff_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_books" ON "invoice" USING btree ("issued_at","place_code","rate_percent","total_in_paise","cgst_in_paise","igst_in_paise","id");--> statement-breakpoint
CREATE INDEX "invoice_purchase" ON "invoice" USING btree ("purchase_id");--> statement-breakpoint
CREATE INDEX "invoice_issued" ON "invoice" USING btree ("issued_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_current" ON "purchase" USING btree ("learner_id","course_id") WHERE "purchase"."state" in ('active', 'suspended');--> statement-breakpoint
CREATE INDEX "purchase_learner" ON "purchase" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "payment_captured" ON "payment" USING btree ("captured_at","provider_payment_id");--> statement-breakpoint
CREATE INDEX "payment_flag_order" ON "payment_flag" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_order_newest" ON "payment_order" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payment_order_flagged" ON "payment_order" USING btree ("created_at","id") WHERE "payment_order"."state" = 'flagged';--> statement-breakpoint
ALTER TABLE "invoice" ADD CONSTRAINT "invoice_orderId_unique" UNIQUE("order_id");--> statement-breakpoint
UPDATE "invoice" SET "order_id" = "payment"."order_id" FROM "payment" WHERE "payment"."provider_payment_id" = "invoice"."content" -> 'payment' ->> 'reference';
--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on early_bird for each statement execute function notify_content();
