import { isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context as HonoContext } from 'hono';
import { networkOf } from '../../core/address.ts';
import type { Caller } from '../../core/caller.ts';
import { createFairShare } from '../../core/concurrency/fair-share.ts';
import type { Pace } from '../../core/concurrency/pace.ts';
import type { Context, Origin } from '../../core/context.ts';
import type { IncomingSpace } from '../../core/incoming/incoming.ts';
import { cutText, toStorable } from '../../core/text/storable.ts';
import type { Held } from '../with-tenant-permit.ts';
import type { BodySource } from './read-body.ts';

/** Where bodies are kept while they come: what strangers fill has no part in what tenants need. */
export interface BodySpaces {
  readonly callers: IncomingSpace;
  readonly strangers: IncomingSpace;
}

const CALLER_BYTES = 128 * 1024 * 1024;
const STRANGER_BYTES = 16 * 1024 * 1024;
const STRANGER_DISK_BYTES = 64 * 1024 * 1024;

/** `disk`: what callers may have there. */
export const createBodySpaces = ({ disk, openFile }: Pick<IncomingSpace, 'disk' | 'openFile'>): BodySpaces => ({
  callers: { memory: createFairShare(CALLER_BYTES), disk, openFile },
  strangers: { memory: createFairShare(STRANGER_BYTES), disk: createFairShare(STRANGER_DISK_BYTES), openFile },
});

export interface BodySourceParts {
  readonly spaces: BodySpaces;
  /** As slow as SLOWEST unless given. */
  readonly pace?: Pace | undefined;
}

/** Peers that are a proxy of ours: nobody's recipients are there. */
const NEAR = /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^::1$|^f[cd]/i;

/** The client's own address: behind a proxy of ours what it wrote down last, for anybody can write before it. */
export function addressOf(c: HonoContext): string | null {
  const peer = getConnInfo(c).remote.address ?? '';
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '';
  const ip = NEAR.test(peer) && isIP(forwarded) !== 0 ? forwarded : peer;
  return ip === '' ? null : ip.replace(/^::ffff:(?=\d+\.)/i, '');
}

const USER_AGENT_LENGTH = 512;

/** Returns where a request comes from, as it is written down. */
export function originOf(c: HonoContext, { requestId }: Pick<Context, 'requestId'>): Origin {
  const userAgent = c.req.header('user-agent');
  return { ip: addressOf(c), userAgent: userAgent === undefined ? null : cutText(toStorable(userAgent), USER_AGENT_LENGTH), requestId };
}

const peerOf = (caller: Exclude<Caller, { kind: 'anonymous' }>): string =>
  caller.kind === 'tenant' ? caller.tenantId : caller.kind === 'person' ? caller.person.userId : 'operator';

/** Returns whose share the body of a request counts to: its tenant's, or that of the network it comes from. */
export function bodySourceOf(
  c: HonoContext,
  caller: Caller,
  { spaces, pace, held }: BodySourceParts & { readonly held: Held },
): BodySource {
  const { signal } = c.req.raw;
  const { incoming: stream }: HttpBindings = c.env;
  if (caller.kind === 'anonymous') return { space: spaces.strangers, peer: networkOf(addressOf(c) ?? ''), pace, held, stream, signal };
  return { space: spaces.callers, peer: peerOf(caller), pace, held, stream, signal };
}
