/**
 * Returns the URL of a PostgreSQL database as the driver reads it: the host may be in a parameter, after a user without a host. Undefined
 * if it is not one.
 */
export const readPostgresUrl = (text: string): URL | undefined =>
  URL.parse(text) ?? URL.parse(text.replace('@/', '@localhost/')) ?? undefined;
