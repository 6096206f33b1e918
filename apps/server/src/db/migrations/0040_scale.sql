CREATE INDEX IF NOT EXISTS "certificate_course" ON "certificate" USING btree ("course_key","issued_at","id") WHERE "certificate"."revoked_at" is null and "certificate"."erased_at" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "course_field" ON "course" USING btree ("field","position");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sale_course" ON "sale" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "purchase_transferred" ON "purchase" USING btree ("transferred_to") WHERE "purchase"."transferred_to" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "syllabus_download_email" ON "syllabus_download" USING btree (lower("email"),"sent_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "notification_sent" ON "notification" USING btree ("sent_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "webhook_event_received" ON "webhook_event" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "class_news_starts" ON "class_news" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "live_class_trainer_name" ON "live_class" USING btree (lower(trim(regexp_replace(trainer_name, '\s+', ' ', 'g')))) WHERE "live_class"."trainer_id" is null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "webinar_seat_invoice" ON "webinar_seat" USING btree ("invoice_id") WHERE "webinar_seat"."invoice_id" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "class_question_hidden" ON "class_question" USING btree ("last_at","id") WHERE "class_question"."hidden_at" is not null;