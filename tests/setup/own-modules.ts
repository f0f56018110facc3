import { vi } from "vitest";

/*
 * Every test file starts with real timers, nothing replaced in the global scope, and the project's own modules loaded anew,
 * because some keep state: settings, consumers, listeners, the job queue. Packages stay loaded for the next file of the worker
 * (docs/decisions/0118).
 */
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.resetModules();
