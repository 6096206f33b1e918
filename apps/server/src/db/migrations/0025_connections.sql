CREATE TABLE "api_key" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"begin" text NOT NULL,
	"hash" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"made_by" uuid,
	"made_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL,
	CONSTRAINT "api_key_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"status" integer,
	"problem" text
);
--> statement-breakpoint
CREATE TABLE "happened" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "happened_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event" text NOT NULL,
	"row_id" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"url" text NOT NULL,
	"events" jsonb NOT NULL,
	"secret" text NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX "audit_entry_staff";--> statement-breakpoint
DROP INDEX "audit_entry_thing";--> statement-breakpoint
DROP INDEX "audit_entry_kind";--> statement-breakpoint
ALTER TABLE "batch_wish" ADD COLUMN "first_visit" jsonb;--> statement-breakpoint
ALTER TABLE "contact_enquiry" ADD COLUMN "first_visit" jsonb;--> statement-breakpoint
ALTER TABLE "course_enquiry" ADD COLUMN "first_visit" jsonb;--> statement-breakpoint
ALTER TABLE "subscription" ADD COLUMN "first_visit" jsonb;--> statement-breakpoint
ALTER TABLE "syllabus_download" ADD COLUMN "first_visit" jsonb;--> statement-breakpoint
ALTER TABLE "result" ADD COLUMN "first_visit" jsonb;--> statement-breakpoint
ALTER TABLE "staff" ADD COLUMN "photo" text;--> statement-breakpoint
ALTER TABLE "webinar_seat" ADD COLUMN "first_visit" jsonb;--> statement-breakpoint
ALTER TABLE "webinar_seat" ADD COLUMN "joined_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "webinar_seat" ADD COLUMN "attended" boolean;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_delivery_next" ON "webhook_delivery" USING btree ("next_try_at") WHERE "webhook_delivery"."next_try_at" is not null;--> statement-breakpoint
CREATE INDEX "webhook_delivery_webhook" ON "webhook_delivery" USING btree ("webhook_id","at","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_at" ON "webhook_delivery" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_entry_of_staff" ON "audit_entry" USING btree ("staff_id","id");--> statement-breakpoint
CREATE INDEX "audit_entry_of_thing" ON "audit_entry" USING btree ("thing_id","id");--> statement-breakpoint
CREATE INDEX "audit_entry_of_kind" ON "audit_entry" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "webinar_seat_taken" ON "webinar_seat" USING btree ("webinar_id","taken_at","id");--> statement-breakpoint
CREATE FUNCTION "remember_event"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(current_setting('shoreline.is_restoring', true), '') <> 'yes'
		AND EXISTS (SELECT 1 FROM webhook WHERE is_on AND events ? TG_ARGV[0]) THEN
		INSERT INTO happened (event, row_id) VALUES (TG_ARGV[0], NEW.id);
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "remembers_event" AFTER INSERT ON "lead" FOR EACH ROW EXECUTE FUNCTION "remember_event"('lead.created');
--> statement-breakpoint
CREATE TRIGGER "remembers_event" AFTER INSERT ON "purchase" FOR EACH ROW EXECUTE FUNCTION "remember_event"('purchase.completed');
--> statement-breakpoint
CREATE TRIGGER "remembers_event" AFTER INSERT ON "certificate" FOR EACH ROW EXECUTE FUNCTION "remember_event"('certificate.issued');
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_audit_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		IF OLD.is_demo THEN
			RETURN OLD;
		END IF;
	END IF;
	-- An erasure takes out what is said about a person; who did it, when and what stays.
	IF TG_OP = 'UPDATE' AND coalesce(current_setting('shoreline.is_erasing', true), '') = 'yes' THEN
		IF (OLD.id, OLD.at, OLD.staff_id, OLD.who, OLD.action, OLD.kind, OLD.thing_id, OLD.address, OLD.is_demo)
			IS NOT DISTINCT FROM (NEW.id, NEW.at, NEW.staff_id, NEW.who, NEW.action, NEW.kind, NEW.thing_id, NEW.address, NEW.is_demo)
			AND NEW.before IS NULL AND NEW.after IS NULL AND NEW.reason IS NULL THEN
			RETURN NEW;
		END IF;
	END IF;
	RAISE EXCEPTION 'Entries of the audit log cannot be changed or removed.';
END $$;
