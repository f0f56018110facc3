CREATE TABLE "demo_row" (
	"table_name" text NOT NULL,
	"key" text NOT NULL,
	"loaded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "demo_row_table_name_key_pk" PRIMARY KEY("table_name","key")
);
