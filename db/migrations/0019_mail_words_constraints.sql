-- Mails that were written before are found as well.
INSERT INTO "mail_words" ("message", "words") SELECT "id", lower("to_address" || ' ' || "subject") FROM "message" ON CONFLICT DO NOTHING;
