/** Every address of demo data has a domain with this ending; `.example` is reserved and receives no mail. */
const ending = "-demo.example";

/** `("dana.whitfield", "northfield")` → `dana.whitfield@northfield-demo.example` */
export const demoAddress = (name: string, firm: string): string => `${name}@${demoDomain(firm)}`;

export const demoDomain = (firm: string): string => `${firm}${ending}`;

/** Whether an address belongs to demo data: mail is never delivered to it. */
export const isDemoAddress = (address: string): boolean =>
  address.toLowerCase().endsWith(ending) && address.includes("@");

export const demoAddressPattern = `%@%${ending}`;

/** Whether a URL belongs to demo data: its host does not exist. */
export const isDemoUrl = (url: string): boolean => URL.canParse(url) && new URL(url).hostname.endsWith(ending);
