import { isIP, isIPv6 } from 'node:net';
import { z } from 'zod';
import { parseAddress } from '../core/email-address.ts';

export const choice = <const T extends readonly string[]>(...values: T) => z.enum(values, { error: `must be one of ${values.join(', ')}` });
export const flag = choice('true', 'false').transform((text) => text === 'true');

export const count = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  // Only digits: `Number` reads a blank as 0, which would turn a rule off.
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(min, { error }).max(max, { error }));
};
const url = (protocols: RegExp) => z.url({ protocol: protocols, error: 'must be a URL that begins with https:// or http://' });

/** Paths are appended to it. */
export const baseUrl = url(/^https?$/).refine((text) => !/[?#]|^\w+:\/\/[^/]*@/.test(text), 'must end before any ? or #, and name no user');
export const domainName = z.string().regex(/^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/i, 'is not a domain name');

/** Characters allowed in a bearer token. */
export const token = z.string().regex(/^[\x21-\x7e]{1,256}$/, 'must be 1 to 256 visible ASCII characters, without a space');

export const mailbox = z.string().refine((text) => parseAddress(text) !== undefined, 'is not an address such as hello@mail.example.com');

const DNS_SERVER = /^(?:\[([^\]]+)\]|([^:]+)|([^:]*:[^:]*:.*))(?::(\d{1,5}))?$/;

function isDnsServer(text: string): boolean {
  const [, bracketed, plain, bareIpv6, port = '53'] = DNS_SERVER.exec(text) ?? [];
  return isIP(bracketed ?? plain ?? bareIpv6 ?? '') !== 0 && Number(port) > 0 && Number(port) < 65536;
}

export const dnsServers = z
  .string()
  .transform((text) => text.split(',').map((server) => server.trim()))
  .refine((servers) => servers.every(isDnsServer), 'must be IP addresses, each with or without a port, such as 1.1.1.1,127.0.0.1:5353');

export const topicArns = z
  .string()
  .transform((text) => text.split(',').map((arn) => arn.trim()))
  .refine((arns) => arns.every((arn) => /^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w.-]+$/.test(arn)), 'must be ARNs of SNS topics');

export const blobsUrl = z.string().regex(/^(?:db:|file:.+|s3:\/\/.+)$/, 'must be db:, file:DIR or s3://…');

/** The address to listen on. An IPv6 address may be in brackets, as in a URL. */
export const host = z
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

export const issuerUrl = url(/^https?$/).refine(isSafeIssuer, 'must be an https URL');
