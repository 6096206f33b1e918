CREATE TABLE "unplaced_purchase" (
	"purchase_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "coupon_page" ON "coupon" USING btree ("is_withdrawn","made_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "coupon_use_counted" ON "coupon_use" USING btree ("coupon_id","held_until");
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "live_class_of_day" ON "live_class" USING btree ("starts_at","id","minutes") WHERE "live_class"."cancelled_at" is null;
--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "webinar_seat_figures" ON "webinar_seat" USING btree ("webinar_id","confirmed_at","attended","joined_at","unsubscribed_at");
--> statement-breakpoint
-- Purchases wait from here to the end, which is soon: the indexes are made, and 0044 finds the first rows.
ALTER TABLE "unplaced_purchase" ADD CONSTRAINT "unplaced_purchase_purchase_id_purchase_id_fk" FOREIGN KEY ("purchase_id") REFERENCES "public"."purchase"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- By hand: the triggers that keep unplaced_purchase.
CREATE FUNCTION "purchase_is_placeable"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	was_current boolean := TG_OP = 'UPDATE' AND OLD.state IN ('active', 'suspended');
	is_current boolean := NEW.state IN ('active', 'suspended');
BEGIN
	IF coalesce(current_setting('shoreline.is_restoring', true), '') = 'yes' THEN
		RETURN NULL;
	END IF;
	IF is_current AND NOT was_current THEN
		-- Who removes the place at this moment has seen the old state: wait for them.
		PERFORM FROM batch_place WHERE purchase_id = NEW.id FOR SHARE;
		IF NOT FOUND THEN
			INSERT INTO unplaced_purchase (purchase_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
		END IF;
	ELSIF was_current AND NOT is_current THEN
		DELETE FROM unplaced_purchase WHERE purchase_id = NEW.id;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "is_placeable" AFTER INSERT OR UPDATE OF "state" ON "purchase" FOR EACH ROW EXECUTE FUNCTION "purchase_is_placeable"();
--> statement-breakpoint
CREATE FUNCTION "place_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF coalesce(current_setting('shoreline.is_restoring', true), '') = 'yes' THEN
		RETURN NULL;
	END IF;
	IF TG_OP = 'INSERT' THEN
		DELETE FROM unplaced_purchase WHERE purchase_id = NEW.purchase_id;
	ELSE
		INSERT INTO unplaced_purchase (purchase_id)
		SELECT id FROM purchase WHERE id = OLD.purchase_id AND state IN ('active', 'suspended')
		ON CONFLICT DO NOTHING;
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "place_changed" AFTER INSERT OR DELETE ON "batch_place" FOR EACH ROW EXECUTE FUNCTION "place_changes"();
