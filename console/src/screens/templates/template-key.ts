/** Where a template is kept among what was asked for. */
export const templateKey = (tenant: string, alias: string) => ['template', tenant, alias] as const;
