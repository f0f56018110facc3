-- Empty text was stored before forms cleared a field with null; it counted as a name.
UPDATE "prospect" SET
  "name" = nullif("name", ''),
  "company" = nullif("company", ''),
  "website" = nullif("website", ''),
  "role" = nullif("role", ''),
  "industry" = nullif("industry", '')
WHERE '' IN ("name", "company", "website", "role", "industry");
