import { z } from "zod";

export const Head = z.object({
  createdAt: z.iso.datetime(),
  postgresVersion: z.string(),
  migrations: z.array(z.object({ hash: z.string(), at: z.number() })),
  partitions: z.array(
    z.object({ name: z.string(), parent: z.string(), bound: z.string(), key: z.string().nullable() }),
  ),
});
export type Head = z.infer<typeof Head>;

export const TableStart = z.object({ name: z.string(), columns: z.array(z.string()).min(1) });
export type TableStart = z.infer<typeof TableStart>;

export const TableEnd = z.object({
  name: z.string(),
  rows: z.number().int(),
  bytes: z.number().int(),
  sha256: z.string(),
});
export type TableEnd = z.infer<typeof TableEnd>;

export const Job = z.object({
  name: z.string(),
  data: z.unknown(),
  startAfter: z.iso.datetime(),
  key: z.string().nullable(),
});

export const Attachment = z.object({ name: z.string(), content: z.base64() });

export const End = z.object({
  sequences: z.array(z.object({ name: z.string(), value: z.string().regex(/^-?\d+$/), called: z.boolean() })),
  tables: z.number().int(),
  sha256: z.string(),
});
export type End = z.infer<typeof End>;

export type Manifest = {
  createdAt: string;
  postgresVersion: string;
  migrations: Head["migrations"];
  tables: TableEnd[];
  jobs: number;
  attachments: string[];
};
