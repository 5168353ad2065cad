import type { AppContext } from '../../app-context.ts';
import { MINUTE_MS } from '../../core/durations.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { networkOf } from '../../core/network-of.ts';
import type { Origin } from '../../core/request/context.ts';
import { countTry, deleteTries, uncountTry } from './try-store.ts';

const WINDOW_MS = 15 * MINUTE_MS;

/** Attempts allowed in 15 minutes: to sign in to an account, from a network, for mail to an address, and for mail by a tenant. */
const MOST = { account: 10, network: 30, mail: 3, tenant: 30 } as const;

interface Key {
  readonly kind: keyof typeof MOST;
  readonly key: string;
}

/** The keys that an attempt counts under. Addresses are hashed, since people sometimes type a password into the address field. */
export interface TryKeys {
  readonly account: Key;
  readonly network: Key;
}

type Parts = Pick<AppContext, 'db' | 'clock' | 'secrets'>;

const keyOf = ({ secrets }: Parts, kind: Key['kind'], of: string): Key => ({
  kind,
  key: `${kind}:${kind === 'network' ? of : secrets.mac('tries', of).toString('base64url')}`,
});

const networkKey = (parts: Parts, from: Origin | undefined) => keyOf(parts, 'network', networkOf(from?.ip ?? ''));

/** `who`: the address of an account that strangers try to sign in to, or the id of the person who is signed in to it. */
export const tryKeysOf = (parts: Parts, who: string, from: Origin | undefined): TryKeys => ({
  account: keyOf(parts, 'account', who),
  network: networkKey(parts, from),
});

/**
 * Counts the attempt before it is made, so that concurrent attempts cannot exceed the limit. Counts under one key after the other until one
 * refuses: an attempt that a network or tenant may not make uses up nobody else's.
 */
async function count({ db, clock }: Parts, keys: readonly Key[]): Promise<ApiError<'too_many_tries'> | undefined> {
  const now = clock.now();
  for (const { kind, key } of keys) {
    const { tries, resetsAt } = await db.transact((trx) => countTry(trx, key, { now, windowMs: WINDOW_MS }));
    if (tries <= MOST[kind]) continue;
    const seconds = Math.max(1, Math.ceil((resetsAt - now) / 1000));
    return new ApiError('too_many_tries', {}, { headers: { 'Retry-After': String(seconds) } });
  }
  return undefined;
}

/** Counts an attempt to prove an identity. */
export const consumeTry = (parts: Parts, { account, network }: TryKeys) => count(parts, [network, account]);

/** Counts an attempt that names no account. */
export const consumeNetworkTry = (parts: Parts, from: Origin | undefined) => count(parts, [networkKey(parts, from)]);

/** Undoes the count of an attempt that succeeded. */
export const forgiveNetwork = (parts: Parts, from: Origin | undefined): Promise<void> =>
  parts.db.transact((trx) => uncountTry(trx, networkKey(parts, from).key));

/** Counts mail that strangers make the service send to an address. */
export const takeMail = (parts: Parts, email: string, from: Origin | undefined) =>
  count(parts, [networkKey(parts, from), keyOf(parts, 'mail', email)]);

/** Counts an invitation for its address and its tenant, so that nobody can use the service's own mail to reach many people. */
export const takeInvitation = (parts: Parts, { email, tenantId }: { readonly email: string; readonly tenantId: string }) =>
  count(parts, [keyOf(parts, 'tenant', tenantId), keyOf(parts, 'mail', email)]);

/** Clears the attempts of an account after a successful one; the network keeps the other attempts made from it. */
export async function forgiveTries({ db }: Parts, { account, network }: TryKeys): Promise<void> {
  await db.transact(async (trx) => {
    await deleteTries(trx, account.key);
    await uncountTry(trx, network.key);
  });
}
