/** Returns the URL of a PostgreSQL database as the driver reads it: the host may be in an option, behind a user without one. Undefined where it is none. */
export const readPostgresUrl = (text: string): URL | undefined =>
  URL.parse(text) ?? URL.parse(text.replace('@/', '@localhost/')) ?? undefined;
