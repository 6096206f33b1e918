ALTER TABLE "webinar_seat" ADD COLUMN "learner_id" uuid;--> statement-breakpoint
ALTER TABLE "webinar_seat" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
UPDATE "webinar_seat" SET "confirmed_at" = "taken_at";--> statement-breakpoint
ALTER TABLE "webinar_seat" ADD CONSTRAINT "webinar_seat_learner_id_learner_id_fk" FOREIGN KEY ("learner_id") REFERENCES "public"."learner"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webinar_seat_learner" ON "webinar_seat" USING btree ("learner_id");--> statement-breakpoint
CREATE INDEX "webinar_seat_unconfirmed" ON "webinar_seat" USING btree ("taken_at") WHERE "webinar_seat"."confirmed_at" is null;