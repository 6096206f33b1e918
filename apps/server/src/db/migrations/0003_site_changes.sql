create trigger content_changed after insert or update or delete or truncate on block for each statement execute function notify_content();
--> statement-breakpoint
create trigger content_changed after insert or update or delete or truncate on mentor for each statement execute function notify_content();
