import { vi } from "vitest";

/*
 * Every test file starts with real timers, no global stubs, and freshly loaded modules of the project,
 * because some have state: settings, consumers, listeners, the job queue. Packages stay loaded for the worker's next file
 * (docs/decisions/0005).
 */
vi.useRealTimers();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.resetModules();
