-- Losing the counts of the rate limits in a crash is fine; writing each of them twice is not.
alter table rate_limit set unlogged;
--> statement-breakpoint
-- Whoever changes content, from whatever process, empties the page caches of all of them when it commits.
create function notify_content() returns trigger language plpgsql as $$
begin
  perform pg_notify('content', tg_table_name);
  return null;
end
$$;
--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on institute for each statement execute function notify_content();
--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on news for each statement execute function notify_content();
--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on course for each statement execute function notify_content();
