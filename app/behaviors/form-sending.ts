import { guardSending } from "#app/ui/form-sending.ts";

// Content pages with a form of their own; islands guard theirs when they are hydrated.
guardSending(document);
