/** Returns the query key of a template. */
export const templateKey = (tenant: string, alias: string) => ['template', tenant, alias] as const;
