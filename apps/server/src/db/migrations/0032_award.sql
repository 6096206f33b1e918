ALTER TABLE "certificate" ADD COLUMN "attempt_id" uuid;--> statement-breakpoint
CREATE INDEX "certificate_valid" ON "certificate" USING btree ("issued_at","id") WHERE "certificate"."revoked_at" is null and "certificate"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "certificate_revoked" ON "certificate" USING btree ("revoked_at","id") WHERE "certificate"."revoked_at" is not null and "certificate"."erased_at" is null;--> statement-breakpoint
CREATE INDEX "certificate_words" ON "certificate" USING gin (to_tsvector('simple', replace(student_name, '.', ' ')));--> statement-breakpoint
CREATE INDEX "certificate_replaces" ON "certificate" USING btree ("replaces") WHERE "certificate"."replaces" is not null;