type Packages = Record<string, object>;
export function builderPackages(lock: { packages: Packages }): string[];
export function placesOf(packages: Packages, root: string): Set<string>;
