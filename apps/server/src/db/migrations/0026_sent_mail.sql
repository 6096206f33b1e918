CREATE TABLE "sent_mail" (
	"job_id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sent_mail_email" ON "sent_mail" USING btree (lower("email"),"sent_at");--> statement-breakpoint
CREATE INDEX "sent_mail_sent" ON "sent_mail" USING btree ("sent_at");