import { isIP, isIPv6 } from 'node:net';
import { tmpdir } from 'node:os';
import { plans } from '@posthorn/contract';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { readFileVariables } from './config-files.ts';
import { parseAddress } from './core/email-address.ts';
import { readPostgresUrl } from './db/postgres/read-url.ts';

export { ConfigError } from './config-error.ts';

const choice = <const T extends readonly string[]>(...values: T) => z.enum(values, { error: `must be one of ${values.join(', ')}` });
const flag = choice('true', 'false').transform((text) => text === 'true');
/** The maximum of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

const count = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  // Only digits: `Number` reads a blank as 0, which would turn a rule off.
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(min, { error }).max(max, { error }));
};
const url = (protocols: RegExp) => z.url({ protocol: protocols, error: 'must be a URL that begins with https:// or http://' });

/** Paths are appended to it. */
const baseUrl = url(/^https?$/).refine((text) => !/[?#]|^\w+:\/\/[^/]*@/.test(text), 'must end before any ? or #, and name no user');
const domainName = z.string().regex(/^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/i, 'is not a domain name');

/** Characters allowed in a bearer token. */
const token = z.string().regex(/^[\x21-\x7e]{1,256}$/, 'must be 1 to 256 visible ASCII characters, without a space');

const mailbox = z.string().refine((text) => parseAddress(text) !== undefined, 'is not an address such as hello@mail.example.com');

const DNS_SERVER = /^(?:\[([^\]]+)\]|([^:]+)|([^:]*:[^:]*:.*))(?::(\d{1,5}))?$/;

function isDnsServer(text: string): boolean {
  const [, bracketed, plain, bareIpv6, port = '53'] = DNS_SERVER.exec(text) ?? [];
  return isIP(bracketed ?? plain ?? bareIpv6 ?? '') !== 0 && Number(port) > 0 && Number(port) < 65536;
}

const dnsServers = z
  .string()
  .transform((text) => text.split(',').map((server) => server.trim()))
  .refine((servers) => servers.every(isDnsServer), 'must be IP addresses, each with or without a port, such as 1.1.1.1,127.0.0.1:5353');

const topicArns = z
  .string()
  .transform((text) => text.split(',').map((arn) => arn.trim()))
  .refine((arns) => arns.every((arn) => /^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w.-]+$/.test(arn)), 'must be ARNs of SNS topics');

const LONG_ENOUGH = { OPERATOR_TOKEN: 16, METRICS_TOKEN: 16, SECRET_KEY: 32 } as const;

/**
 * Returns the keys in a text: the pieces between commas, and the whole text, which may be a single key with a comma in it or a blank at
 * an end. If a piece is too short for a key, it is part of one, and signatures made with it must not be trusted.
 */
function splitKeys(text: string): string[] {
  const pieces = text
    .split(',')
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  const areKeys = pieces.length === 1 || pieces.every(({ length }) => length >= LONG_ENOUGH.SECRET_KEY);
  return [...new Set(areKeys ? [text, ...pieces] : [text])];
}

const secretKeys = z
  .string()
  .refine((text) => /[^\s,]/.test(text), 'has no key in it; several have commas between them')
  .transform(splitKeys);

const NO_POSTGRES_URL = 'is not a URL; characters such as # and / in a password are percent-encoded';

const databaseUrl = z
  .string()
  .regex(/^(?:sqlite:.+|postgres(?:ql)?:\/\/.+)$/, { error: 'must be sqlite:FILE or postgres://…', abort: true })
  .refine(
    (url) => !/^postgres[^?]*\?(?:[^#]*&)?pgbouncer=(?!(?:true|false)(?:[&#]|$))/.test(url),
    'has pgbouncer=, which must be true or false',
  )
  .refine((url) => url.startsWith('sqlite:') || readPostgresUrl(url) !== undefined, NO_POSTGRES_URL);
const postgresUrl = z
  .string()
  .regex(/^postgres(?:ql)?:\/\/.+$/, { error: 'must be postgres://…', abort: true })
  .refine((url) => readPostgresUrl(url) !== undefined, NO_POSTGRES_URL);
/** Without a name, each user would get the database of their own name. */
const targetUrl = postgresUrl.refine(
  (url) => (readPostgresUrl(url)?.pathname ?? '/x').length > 1,
  'names no database; it is what stands behind the host: postgres://user:password@host/name',
);
/**
 * The schemes of PROVIDER_URL. Each needs a line where providers are created, where they are named and where doctor checks them, which
 * the type checker enforces.
 */
const providerForms = { 'capture:': /^capture:$/, 'smtp:': /^smtp:\/\/.+$/, 'smtps:': /^smtps:\/\/.+$/ };
export type ProviderScheme = keyof typeof providerForms;

const NO_PROVIDER = 'must be capture: or smtp://…';

const findProviderScheme = (url: string): ProviderScheme | undefined =>
  (Object.keys(providerForms) as ProviderScheme[]).find((scheme) => providerForms[scheme].test(url));

const providerUrl = z.string().refine((url) => findProviderScheme(url) !== undefined, NO_PROVIDER);
const blobsUrl = z.string().regex(/^(?:db:|file:.+|s3:\/\/.+)$/, 'must be db:, file:DIR or s3://…');

/** The address to listen on. An IPv6 address may be in brackets, as in a URL. */
const host = z
  .string()
  .min(1)
  .transform((text) => {
    const inside = /^\[(.*)\]$/.exec(text)?.[1] ?? '';
    return isIPv6(inside) ? inside : text;
  });

/** Allows plain HTTP only on loopback, for test rigs. */
function isSafeIssuer(text: string): boolean {
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname);
}

/** Minimum number of days that messages are kept, unless they are kept forever: reports about them are accepted for that long. */
export const LEAST_RETENTION_DAYS = 30;

const environment = z.object({
  PORT: count(0, 65535).default(3000),
  HOST: host.default('127.0.0.1'),
  BASE_URL: baseUrl.optional(),
  LINK_BASE_URL: baseUrl.optional(),
  LINKS_BY_DOMAIN: flag.default(false),
  DATABASE_URL: databaseUrl.default('sqlite:data/posthorn.db'),
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  TARGET_DATABASE_URL: targetUrl.optional(),
  ROLE: choice('all', 'api', 'worker').default('all'),
  OPERATOR_TOKEN: token.optional(),
  METRICS_TOKEN: token.optional(),
  WORKER_PORT: count(0, 65535).optional(),
  SECRET_KEY: z.string().optional(),
  SECRET_KEY_PREVIOUS: secretKeys.default([]),
  PROVIDER_URL: providerUrl.default('capture:'),
  SMTP_HOSTNAME: domainName.optional(),
  TEST_DOMAIN: domainName.toLowerCase().default('posthorn.test'),
  BLOBS_URL: blobsUrl.default('db:'),
  TEMP_DIR: z.string().min(1).optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  AWS_REGION: z.string().optional(),
  BODY_RETENTION_DAYS: count(0, 36_500).default(30),
  MESSAGE_RETENTION_DAYS: count(0, 36_500).default(0),
  INBOUND_SMTP_PORT: count(0, 65535).optional(),
  INBOUND_SMTP_HOST: host.default('127.0.0.1'),
  INBOUND_TLS_CERT: z.string().min(1).optional(),
  INBOUND_TLS_KEY: z.string().min(1).optional(),
  SUBMISSION_PORT: count(0, 65535).optional(),
  SUBMISSIONS_PORT: count(0, 65535).optional(),
  SUBMISSION_HOST: host.default('127.0.0.1'),
  TLS_CERT_FILE: z.string().min(1).optional(),
  TLS_KEY_FILE: z.string().min(1).optional(),
  RETURN_PATH_DOMAIN: domainName.optional(),
  DEFAULT_PLAN: choice(...plans).default('free'),
  TENANT_CONCURRENCY: count(1, 10_000).default(32),
  SES_TOPIC_ARNS: topicArns.optional(),
  CLOCK: choice('real', 'virtual').default('real'),
  JOB_INTERVAL_MS: count(10, LONGEST_MS).default(60_000),
  ALLOW_SHORT_WAITS: flag.default(false),
  IMPORT_ROWS_PER_RUN: count(1, 1_000_000_000).default(500),
  STOP_ON_EMPTY_CREDITS: flag.default(false),
  WEBHOOK_ALLOW_PRIVATE: flag.default(false),
  IN_DOUBT: choice('retry', 'fail').default('retry'),
  BROADCAST_RATE: count(0, 60_000).default(0),
  DNS_SERVERS: dnsServers.optional(),
  PUBLIC_DOCS: flag.default(true),
  CONSOLE: flag.default(true),
  SYSTEM_FROM: mailbox.optional(),
  OIDC_ISSUER: url(/^https?$/)
    .refine(isSafeIssuer, 'must be an https URL')
    .optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  LOG_LEVEL: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
});

/** Every variable that is read, with its default. */
export const settings: Readonly<Record<string, unknown>> = Object.fromEntries(
  Object.entries(environment.shape).map(([name, schema]) => [name, schema.safeParse(undefined).data]),
);

/** The validated settings of the environment. */
export type Config = Readonly<z.infer<typeof environment>>;

/** Returns the names of secrets that are too short to be safe. */
export function findShortSecrets(config: Config): string[] {
  const isShort = (name: keyof typeof LONG_ENOUGH) => (config[name]?.length ?? LONG_ENOUGH[name]) < LONG_ENOUGH[name];
  return (['OPERATOR_TOKEN', 'METRICS_TOKEN', 'SECRET_KEY'] as const).filter(isShort);
}

/** Returns the scheme of the configured provider. */
export function providerSchemeOf({ PROVIDER_URL: url }: Pick<Config, 'PROVIDER_URL'>): ProviderScheme {
  const scheme = findProviderScheme(url);
  if (scheme === undefined) throw new ConfigError(`PROVIDER_URL: ${NO_PROVIDER}`);
  return scheme;
}

/** Returns the directory of temporary files. */
export const temporaryDirectoryOf = ({ TEMP_DIR }: Pick<Config, 'TEMP_DIR'>): string => TEMP_DIR ?? tmpdir();

/** A password must not be sent in the clear. */
function checkCertificates(config: Config): void {
  if ((config.INBOUND_TLS_CERT === undefined) !== (config.INBOUND_TLS_KEY === undefined))
    throw new ConfigError('INBOUND_TLS_CERT: goes together with INBOUND_TLS_KEY');
  if ((config.TLS_CERT_FILE === undefined) !== (config.TLS_KEY_FILE === undefined))
    throw new ConfigError('TLS_CERT_FILE: goes together with TLS_KEY_FILE');
  const port = (['SUBMISSION_PORT', 'SUBMISSIONS_PORT'] as const).find((name) => config[name] !== undefined);
  if (port !== undefined && config.TLS_CERT_FILE === undefined)
    throw new ConfigError(`${port}: needs TLS_CERT_FILE and TLS_KEY_FILE, since keys are taken over TLS only`);
}

/** Reports about mail are accepted for 30 days, and a message is kept at least as long as its content. */
function checkRetention({ BODY_RETENTION_DAYS: bodies, MESSAGE_RETENTION_DAYS: messages }: Config): void {
  if (messages === 0) return;
  if (bodies === 0)
    throw new ConfigError('MESSAGE_RETENTION_DAYS: bodies are kept for ever by BODY_RETENTION_DAYS=0, and messages with them');
  const least = Math.max(bodies, LEAST_RETENTION_DAYS);
  if (messages < least) throw new ConfigError(`MESSAGE_RETENTION_DAYS: must be 0, or ${least} and more`);
}

function check(config: Config): void {
  if ((config.OIDC_ISSUER === undefined) !== (config.OIDC_CLIENT_ID === undefined))
    throw new ConfigError('OIDC_ISSUER: goes together with OIDC_CLIENT_ID');
  checkCertificates(config);
  checkRetention(config);
  const sqlite = config.DATABASE_URL.startsWith('sqlite:');
  if (sqlite && config.DATABASE_LISTEN_URL !== undefined) throw new ConfigError('DATABASE_LISTEN_URL: goes together with PostgreSQL');
  if (sqlite && config.ROLE === 'worker') throw new ConfigError('ROLE: worker needs PostgreSQL; on SQLite one server does everything');
  if (config.CLOCK === 'virtual' && config.ROLE === 'worker')
    throw new ConfigError('CLOCK: virtual lives in one process and not with ROLE=worker');
  if (!sqlite && config.SECRET_KEY === undefined) throw new ConfigError('SECRET_KEY: required on PostgreSQL, the same in every process');
}

/** Reads the environment, and the files that it names; an empty variable counts as absent. Throws ConfigError. */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environment.safeParse(readFileVariables(variables, Object.keys(environment.shape)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])}: ${issue?.message}`);
  }
  check(parsed.data);
  return parsed.data;
}
