import { tmpdir } from 'node:os';
import { plans } from '@posthorn/contract';
import { z } from 'zod';
import { ConfigError } from './config-error.ts';
import { databaseUrl, postgresUrl, targetUrl } from './database-url.ts';
import { providerUrl } from './provider-url.ts';
import { readVariables } from './read-variables.ts';
import { secretKeys } from './secrets.ts';
import { baseUrl, blobsUrl, choice, count, dnsServers, domainName, flag, host, issuerUrl, mailbox, token, topicArns } from './values.ts';

/** Minimum number of days that messages are kept, unless they are kept forever: reports about them are accepted for that long. */
export const LEAST_RETENTION_DAYS = 30;

/** The maximum of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

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
  OIDC_ISSUER: issuerUrl.optional(),
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
  const parsed = environment.safeParse(readVariables(variables, Object.keys(environment.shape)));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])}: ${issue?.message}`);
  }
  check(parsed.data);
  return parsed.data;
}
