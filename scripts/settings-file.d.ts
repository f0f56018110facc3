export function readSettingsFile(file: string, environment?: Record<string, string | undefined>): string[];
export function loadSettingsFile(file: string): void;
export function systemdValues(text: string): Map<string, string>;
