CREATE TABLE "certificate_proof" (
	"id" uuid PRIMARY KEY NOT NULL,
	"credential" text,
	"jwt" text,
	"key_id" uuid,
	"status_list" integer NOT NULL,
	"status_index" integer NOT NULL,
	CONSTRAINT "certificate_proof_place" UNIQUE("status_list","status_index")
);
--> statement-breakpoint
CREATE TABLE "status_list" (
	"number" integer PRIMARY KEY NOT NULL,
	"credential" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "showcase" (
	"learner_id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "showcase_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "signing_key" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"multikey" text NOT NULL,
	"private_key" text,
	"is_wrapped" boolean DEFAULT false NOT NULL,
	"certificate" text,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone,
	"distrusted_from" timestamp with time zone,
	CONSTRAINT "signing_key_multikey_unique" UNIQUE("multikey")
);
--> statement-breakpoint
ALTER TABLE "certificate" ADD COLUMN "signed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "certificate" ADD COLUMN "has_mail_hash" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "certificate" ADD COLUMN "is_key_distrusted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "certificate_proof" ADD CONSTRAINT "certificate_proof_id_certificate_id_fk" FOREIGN KEY ("id") REFERENCES "public"."certificate"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificate_proof" ADD CONSTRAINT "certificate_proof_key_id_signing_key_id_fk" FOREIGN KEY ("key_id") REFERENCES "public"."signing_key"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "showcase" ADD CONSTRAINT "showcase_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "certificate_proof_key" ON "certificate_proof" USING btree ("key_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "signing_key_current" ON "signing_key" USING btree ("kind") WHERE "signing_key"."retired_at" is null;--> statement-breakpoint
CREATE INDEX "certificate_unsigned" ON "certificate" USING btree ("issued_at","id") WHERE "certificate"."signed_at" is null and "certificate"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "certificate_ended" ON "certificate" USING btree ("id") WHERE "certificate"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "certificate_orphaned" ON "certificate" USING btree ("id") WHERE "certificate"."learner_id" is null and "certificate"."has_mail_hash";--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on signing_key for each statement execute function notify_content();
