import type { Role } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { sha256 } from '../../core/crypto/hash.ts';
import { HOUR_MS } from '../../core/durations.ts';
import type { ApiError } from '../../core/errors/api-error.ts';
import { trimEnd } from '../../core/text/trim-end.ts';
import type { Trx } from '../../db/dialect.ts';
import { holdMeters } from '../../meters/hold-store.ts';
import { ALL_TENANTS } from '../../suppressions/index.ts';
import type { Link, LinkKind } from '../person.ts';
import { deleteReplaced, insertLink } from './store.ts';

const TOKEN_BYTES = 32;
const LASTS_MS: Readonly<Record<LinkKind, number>> = { invitation: 168 * HOUR_MS, recovery: 168 * HOUR_MS, reset: HOUR_MS };

export interface NewLink {
  readonly kind: LinkKind;
  /** Bare and in lower case. */
  readonly email: string;
  readonly tenantId?: string | null | undefined;
  readonly role?: Role | null | undefined;
  readonly isOperator?: boolean | undefined;
}

export interface MadeLink {
  readonly link: Link;
  /** Shown once, since only its hash is stored. */
  readonly token: string;
}

/** Returns the URL of a link. The token is in the fragment, which is sent to no server and in no Referer. */
export const linkUrl = (baseUrl: string, { token }: MadeLink): string => `${trimEnd(baseUrl, '/')}/console/link#token=${token}`;

/** Creates a link that works once, unless `refuse` refuses it while no other link can be made; an earlier link like it stops working. */
export async function makeLinkUnless<R extends ApiError>(
  { db, clock, newId, random }: AppContext,
  { kind, email, tenantId = null, role = null, isOperator = false }: NewLink,
  refuse: (trx: Trx) => Promise<R | undefined>,
): Promise<MadeLink | R> {
  const now = clock.now();
  const token = random.bytes(TOKEN_BYTES).toString('base64url');
  const link: Link = { id: newId('inv', now), kind, email, tenantId, role, isOperator, createdAt: now, expiresAt: now + LASTS_MS[kind] };
  return db.transact(async (trx) => {
    // Of two concurrent links that replace each other, the second sees the first.
    await holdMeters(trx, [tenantId ?? ALL_TENANTS]);
    const refusal = await refuse(trx);
    if (refusal !== undefined) return refusal;
    await deleteReplaced(trx, link);
    await insertLink(trx, link, sha256(token));
    return { link, token };
  });
}

/** The same without a check that may refuse it. */
export const makeLink = (app: AppContext, link: NewLink): Promise<MadeLink> => makeLinkUnless<never>(app, link, async () => undefined);
