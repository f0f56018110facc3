export function serveColumnStore(options?: {
  port?: number;
  data?: string;
}): Promise<{ url: string; stop(): Promise<void> }>;
