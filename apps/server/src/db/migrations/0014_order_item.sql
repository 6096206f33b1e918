DROP INDEX "payment_order_learner";--> statement-breakpoint
ALTER TABLE "payment_order" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "payment_order" ADD COLUMN "item_id" uuid;--> statement-breakpoint
CREATE INDEX "payment_order_learner" ON "payment_order" USING btree ("learner_id","kind","item_id");--> statement-breakpoint
ALTER TABLE "payment_order" ADD CONSTRAINT "payment_order_item" CHECK (("payment_order"."kind" is null) = ("payment_order"."item_id" is null));--> statement-breakpoint
-- What no version of the product wrote would lose its item: better to stop here.
do $$
begin
  if exists (select from payment_order where purpose !~ '^[a-z]+:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$') then
    raise exception 'payment_order holds a purpose that is neither course:<id> nor webinar:<id>';
  end if;
end $$;--> statement-breakpoint
update payment_order set kind = split_part(purpose, ':', 1), item_id = split_part(purpose, ':', 2)::uuid
where purpose is not null;--> statement-breakpoint
-- Mails that wait in the queue named their attachments by room.
do $$
begin
  if to_regclass('graphile_worker._private_jobs') is null then
    return;
  end if;
  update graphile_worker._private_jobs job set payload = (
    (payload::jsonb - 'invoiceId' - 'certificateId' - 'seatId') || jsonb_build_object('attachments', (
      select jsonb_agg(jsonb_build_object('kind', left(name, -2), 'id', id))
      from jsonb_each_text(payload::jsonb) as old(name, id)
      where name in ('invoiceId', 'certificateId', 'seatId')
    )))::json
  from graphile_worker._private_tasks task
  where task.id = job.task_id and task.identifier = 'mail.send'
    and payload::jsonb ?| array['invoiceId', 'certificateId', 'seatId'];
end $$;
