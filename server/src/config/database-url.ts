import { z } from 'zod';

/**
 * Returns the URL of a PostgreSQL database as the driver reads it: the host may be in a parameter, after a user without a host. Undefined
 * if it is not one.
 */
export const readPostgresUrl = (text: string): URL | undefined =>
  URL.parse(text) ?? URL.parse(text.replace('@/', '@localhost/')) ?? undefined;

const NO_POSTGRES_URL = 'is not a URL; characters such as # and / in a password are percent-encoded';
const SEVERAL_HOSTS = 'names several hosts; name one, which DNS or a proxy leads to the primary';

/** Says why what is given is no URL. */
const explainNoUrl = ({ input }: { readonly input?: unknown }): string =>
  /^\w+:\/\/[^/?#]*,/.test(String(input)) ? SEVERAL_HOSTS : NO_POSTGRES_URL;

export const databaseUrl = z
  .string()
  .regex(/^(?:sqlite:.+|postgres(?:ql)?:\/\/.+)$/, { error: 'must be sqlite:FILE or postgres://…', abort: true })
  .refine(
    (url) => !/^postgres[^?]*\?(?:[^#]*&)?pgbouncer=(?!(?:true|false)(?:[&#]|$))/.test(url),
    'has pgbouncer=, which must be true or false',
  )
  .refine((url) => url.startsWith('sqlite:') || readPostgresUrl(url) !== undefined, { error: explainNoUrl });
export const postgresUrl = z
  .string()
  .regex(/^postgres(?:ql)?:\/\/.+$/, { error: 'must be postgres://…', abort: true })
  .refine((url) => readPostgresUrl(url) !== undefined, { error: explainNoUrl });
/** Without a name, each user would get the database of their own name. */
export const targetUrl = postgresUrl.refine(
  (url) => (readPostgresUrl(url)?.pathname ?? '/x').length > 1,
  'names no database; it is what stands behind the host: postgres://user:password@host/name',
);
