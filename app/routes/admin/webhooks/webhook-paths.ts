export const guidePath = "/admin/webhook-setup-guide";
export const newEndpointPath = `${guidePath}/new`;
export const deliveriesPath = `${guidePath}/deliveries`;
export const catalogPath = `${guidePath}/events`;
export const signaturePath = `${guidePath}/signature`;

export const endpointPath = (id: string): string => `${guidePath}/endpoints/${id}`;
export const explainPath = (deliveryId: string): string => `${signaturePath}?delivery=${deliveryId}`;
export const deliveryPath = (id: string): string => `${deliveriesPath}/${id}`;

export const webhookTabs = [
  { href: guidePath, label: "Guide" },
  { href: deliveriesPath, label: "Deliveries" },
  { href: catalogPath, label: "Events" },
  { href: signaturePath, label: "Signature" },
];
