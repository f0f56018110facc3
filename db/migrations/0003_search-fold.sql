-- by hand
-- The fold of lib/search-fold.ts. Capitals of Greek and Cyrillic are listed because lower() leaves them in databases with locale C.
CREATE FUNCTION "search_fold"(text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
	SELECT regexp_replace(
		CASE WHEN octet_length($1) = length($1) THEN lower($1)
		ELSE replace(replace(replace(replace(translate(lower(normalize($1, NFKD)),
			'đðəƒǥħıɨĸƙłŋøŧʉƶɓɗςیکÆÐØÞĐĦŁŊŒŦƁƊƏƑƗƘƵǤɄΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐҒҖҚҢҮҰҲҺӘӨẞ',
			'ddefghiikklnotuzbdσيكædoþdhlnœtbdefikzguαβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґғҗқңүұҳһәөß'),
			'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') END,
		'[\u0001-\u0008\u000e-\u001f\u0021-\u002f\u003a-\u003f\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u02b0-\u036f\u0483-\u0489\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u2bff\u3001-\u3003\u3008-\u3020\u3030\u30fb\ufe20-\ufe2f\ufeff]', '', 'g')
$$;
--> statement-breakpoint
DROP INDEX IF EXISTS "access_request_search";--> statement-breakpoint
DROP INDEX "profile_search";--> statement-breakpoint
DROP INDEX "user_search";--> statement-breakpoint
DROP INDEX "booking_search";--> statement-breakpoint
DROP INDEX "prospect_search";--> statement-breakpoint
DROP INDEX "blueprint_search";--> statement-breakpoint
CREATE INDEX "access_request_search" ON "access_request" USING gin (search_fold("email" || ' ' || "company_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "suppression_search" ON "suppression" USING gin (search_fold("address") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "profile_search" ON "profile" USING gin (search_fold(coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("company_name", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_search" ON "user" USING gin (search_fold("email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "booking_search" ON "booking" USING gin (search_fold("name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "prospect_search" ON "prospect" USING gin (search_fold("email" || ' ' || coalesce("name", '') || ' ' || coalesce("company", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "blueprint_search" ON "blueprint" USING gin (search_fold("company_name") gin_trgm_ops) WHERE "blueprint"."status" = 'completed' and "blueprint"."deleted_at" is null;--> statement-breakpoint
-- by hand
UPDATE "message_search" SET "text" = search_fold("text") WHERE "text" <> search_fold("text");
