import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { trimEnd } from '../core/text/trim-end.ts';

/** How to reach a bucket. */
export interface S3Settings {
  /** URL of the bucket, without a trailing slash. */
  readonly url: string;
  /** Prefix of keys, with a trailing slash; empty for none. */
  readonly prefix: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string; readonly sessionToken?: string };
}

type AwsVariables = Pick<Config, 'AWS_ACCESS_KEY_ID' | 'AWS_SECRET_ACCESS_KEY' | 'AWS_SESSION_TOKEN' | 'AWS_REGION'>;

const OPTIONS = ['endpoint', 'region'];
const DEFAULT_REGION = 'us-east-1';
const REGION = /^[a-z0-9-]+$/i;
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;
const PREFIX = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/;

const reject = (complaint: string): never => {
  throw new ConfigError(`BLOBS_URL: ${complaint}`);
};

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return reject('the credentials must be percent-encoded');
  }
}

function parse(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : reject('is not a URL');
  if (!BUCKET.test(parsed.hostname) || parsed.port !== '') reject('must be s3://bucket/prefix');
  const unknown = [...parsed.searchParams.keys()].find((name) => !OPTIONS.includes(name));
  return unknown === undefined ? parsed : reject(`unknown option ${JSON.stringify(unknown)} (one of ${OPTIONS.join(', ')})`);
}

function readEndpoint(given: string): string {
  const endpoint = URL.canParse(given) ? new URL(given) : reject('endpoint is not a URL');
  if (!/^https?:$/.test(endpoint.protocol)) reject('endpoint must be http:// or https://');
  return trimEnd(`${endpoint.origin}${endpoint.pathname}`, '/');
}

function readCredentials({ username, password }: URL, variables: AwsVariables): S3Settings['credentials'] {
  if ((username === '') !== (password === '')) return reject('an access key needs a secret key, and a secret key an access key');
  if (username !== '') return { accessKeyId: decode(username), secretAccessKey: decode(password) };
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN: sessionToken } = variables;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return reject('s3: needs credentials, in the URL or in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

/** Reads `s3://access:secret@bucket/prefix?endpoint=https://…&region=…`; throws ConfigError. */
export function parseS3Url(url: string, variables: AwsVariables): S3Settings {
  const parsed = parse(url);
  const region = parsed.searchParams.get('region') ?? variables.AWS_REGION ?? DEFAULT_REGION;
  if (!REGION.test(region)) reject('region is none');
  const endpoint = readEndpoint(parsed.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`);
  const prefix = parsed.pathname.replace(/^\/+/, '').replace(/([^/])$/, '$1/');
  if (!PREFIX.test(prefix)) reject('the prefix takes letters, digits, . _ - and /');
  return { url: `${endpoint}/${parsed.hostname}`, prefix, region, credentials: readCredentials(parsed, variables) };
}
