-- In a transaction of its own and without a lock: who is placed at this moment may leave a row too many, never one too few.
INSERT INTO "unplaced_purchase" ("purchase_id")
SELECT id FROM purchase WHERE state IN ('active', 'suspended')
	AND NOT EXISTS (SELECT FROM batch_place WHERE batch_place.purchase_id = purchase.id)
ON CONFLICT DO NOTHING;
