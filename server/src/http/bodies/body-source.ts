import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context as HonoContext } from 'hono';
import { createFairShare } from '../../core/concurrency/fair-share.ts';
import type { MinDataRate } from '../../core/concurrency/min-data-rate.ts';
import type { IncomingDisk, IncomingSpace } from '../../core/incoming/incoming.ts';
import { networkOf } from '../../core/network-of.ts';
import type { Caller } from '../../core/request/caller.ts';
import type { Context, Origin } from '../../core/request/context.ts';
import { cutText } from '../../core/text/characters.ts';
import { toStorable } from '../../core/text/storable.ts';
import type { RequestResources } from '../request-resources.ts';
import type { BodySource } from './read-body.ts';

/** Memory and disk for request bodies, separate for authenticated and anonymous callers. */
export interface BodySpaces {
  readonly callers: IncomingSpace;
  readonly strangers: IncomingSpace;
}

const CALLER_BYTES = 128 * 1024 * 1024;
const STRANGER_BYTES = 16 * 1024 * 1024;
const STRANGER_DISK_BYTES = 64 * 1024 * 1024;

/** Creates the buffers of a process, from the disk space for authenticated callers. */
export const createBodySpaces = (callers: IncomingDisk): BodySpaces => ({
  callers: { ...callers, memory: createFairShare(CALLER_BYTES) },
  strangers: { ...callers, memory: createFairShare(STRANGER_BYTES), disk: createFairShare(STRANGER_DISK_BYTES) },
});

export interface BodySourceParts {
  readonly spaces: BodySpaces;
  /** MIN_BODY_RATE by default. */
  readonly minRate?: MinDataRate | undefined;
}

/** Private and loopback addresses: such a peer is assumed to be a reverse proxy. */
const NEAR = /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/i;

/**
 * Returns the client's IP address: the peer's or, behind a reverse proxy, the last entry of `X-Forwarded-For`, which the proxy wrote. Null
 * if unknown.
 */
export function addressOf(c: HonoContext): string | null {
  const peer = getConnInfo(c).remote.address ?? '';
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  const ip = NEAR.test(peer) && isIP(forwarded) !== 0 ? forwarded : peer;
  return ip === '' ? null : ip.replace(/^::ffff:(?=\d+\.)/i, '');
}

const USER_AGENT_LENGTH = 512;

/** Returns the origin of a request, for audit logs; the user agent is cut to 512 characters. */
export function originOf(c: HonoContext, { requestId }: Pick<Context, 'requestId'>): Origin {
  const userAgent = c.req.header('user-agent');
  return { ip: addressOf(c), userAgent: userAgent === undefined ? null : cutText(toStorable(userAgent), USER_AGENT_LENGTH), requestId };
}

const peerOf = (caller: Exclude<Caller, { kind: 'anonymous' }>): string =>
  caller.kind === 'tenant' ? caller.tenantId : caller.kind === 'person' ? caller.person.userId : 'operator';

/**
 * Returns how the body of a request is read, and whose share it counts towards: the caller's, or for anonymous callers that of their
 * network.
 */
export function bodySourceOf(
  c: HonoContext,
  caller: Caller,
  { spaces, minRate, resources }: BodySourceParts & { readonly resources: RequestResources },
): BodySource {
  const { signal } = c.req.raw;
  const { incoming: stream }: HttpBindings = c.env;
  if (caller.kind === 'anonymous')
    return { space: spaces.strangers, peer: networkOf(addressOf(c) ?? ''), minRate, resources, stream, signal };
  return { space: spaces.callers, peer: peerOf(caller), minRate, resources, stream, signal };
}
