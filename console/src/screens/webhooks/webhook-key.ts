export const webhookKey = (tenant: string, id: string) => ['webhook', tenant, id] as const;
