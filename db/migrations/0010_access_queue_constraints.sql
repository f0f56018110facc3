-- Words anywhere in an address or a company's name are found through their three-letter pieces.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE INDEX "access_request_words" ON "access_request" USING gin ("email" gin_trgm_ops, "company_name" gin_trgm_ops);
