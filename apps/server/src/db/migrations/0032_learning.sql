CREATE TABLE "digest_item" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"learner_id" uuid,
	"staff_id" uuid,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"link" text NOT NULL,
	"about" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "digest_item_of_one" CHECK (("digest_item"."learner_id" is null) <> ("digest_item"."staff_id" is null))
);
--> statement-breakpoint
ALTER TABLE "digest_item" ADD CONSTRAINT "digest_item_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digest_item" ADD CONSTRAINT "digest_item_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "digest_item_untold" ON "digest_item" USING btree ("at") WHERE "digest_item"."told_at" is null;--> statement-breakpoint
CREATE INDEX "digest_item_learner" ON "digest_item" USING btree ("learner_id","at");--> statement-breakpoint
CREATE INDEX "digest_item_staff" ON "digest_item" USING btree ("staff_id","at");