import { isIP } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context as HonoContext } from 'hono';
import { networkOf } from '../core/address.ts';
import type { Caller } from '../core/caller.ts';
import { createFairShare, type FairShare } from '../core/concurrency/fair-share.ts';
import type { Pace } from '../core/concurrency/pace.ts';
import type { Context, Origin } from '../core/context.ts';
import { cutText, toStorable } from '../core/text/storable.ts';
import type { Held } from './in-turn.ts';
import type { Sender } from './read-body.ts';

/** Memory for bodies: what strangers fill has no part in what tenants need. */
export interface BodyBudgets {
  readonly callers: FairShare;
  readonly strangers: FairShare;
}

const CALLER_BYTES = 256 * 1024 * 1024;
const STRANGER_BYTES = 16 * 1024 * 1024;

export const createBodyBudgets = (): BodyBudgets => ({
  callers: createFairShare(CALLER_BYTES),
  strangers: createFairShare(STRANGER_BYTES),
});

export interface SenderParts {
  readonly budgets: BodyBudgets;
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
export function senderOf(c: HonoContext, caller: Caller, { budgets, pace, held }: SenderParts & { readonly held: Held }): Sender {
  if (caller.kind === 'anonymous') return { budget: budgets.strangers, peer: networkOf(addressOf(c) ?? ''), pace, held };
  return { budget: budgets.callers, peer: peerOf(caller), pace, held };
}
