import type { ContactStatus } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import { findErased, suppress, type TenantAddress } from '../suppressions/index.ts';
import { lockContactCounts } from '../tenants/index.ts';
import { announceContacts, type ContactParts } from './announce-contact.ts';
import { findContactsByEmail, updateContacts } from './store.ts';

const keyOf = ({ tenantId, email }: TenantAddress) => `${tenantId} ${email}`;

/** What the last word on an address makes of its contact. */
export interface StatusWord extends TenantAddress {
  readonly status: ContactStatus;
}

/** Moves the contacts of addresses, as far as there are any, and tells of those that moved. */
export async function setStatus(parts: ContactParts, trx: Trx, words: readonly StatusWord[]): Promise<void> {
  if (words.length === 0) return;
  const { clock } = parts.app;
  await lockContactCounts(trx, [...new Set(words.map(({ tenantId }) => tenantId))]);
  const last = new Map(words.map((word) => [keyOf(word), word]));
  const contacts = await findContactsByEmail(trx, [...last.values()]);
  const at = clock.now();
  const moved = contacts.flatMap((contact) => {
    const status = last.get(keyOf(contact))?.status ?? contact.status;
    return status === contact.status ? [] : [{ ...contact, status, updatedAt: at }];
  });
  await updateContacts(trx, moved);
  await announceContacts(
    parts,
    trx,
    moved.map((contact) => ({ type: 'contact.updated', contact })),
  );
}

/** Somebody who asks for no more marketing mail. */
export interface Unsubscription extends TenantAddress {
  /** The message that they ask by. */
  readonly sourceMessageId: string | null;
  readonly testMode: boolean;
}

export type Unsubscribe = (trx: Trx, unsubscriptions: readonly Unsubscription[]) => Promise<void>;

/** Those of unsubscriptions whose address was not erased: an erased one gets no mail, and is written down nowhere again. */
async function leaveOutErased(app: AppContext, trx: Trx, unsubscriptions: readonly Unsubscription[]): Promise<Unsubscription[]> {
  const left: Unsubscription[] = [];
  for (const [tenantId, own] of Map.groupBy(unsubscriptions, (given) => given.tenantId)) {
    const erased = await findErased(app, trx, { tenantId, emails: own.map(({ email }) => email) });
    left.push(...own.filter(({ email }) => !erased.has(email)));
  }
  return left;
}

/** Ends marketing mail to addresses: a suppression of that scope, and the contact, where there is one, is `unsubscribed`. */
export const unsubscriber =
  (parts: ContactParts): Unsubscribe =>
  async (trx, unsubscriptions) => {
    const { clock } = parts.app;
    const at = clock.now();
    const listed = await leaveOutErased(parts.app, trx, unsubscriptions);
    await suppress(
      trx,
      listed.map((given) => ({ ...given, reason: 'unsubscribe', at })),
    );
    await setStatus(
      parts,
      trx,
      unsubscriptions.map(({ tenantId, email }) => ({ tenantId, email, status: 'unsubscribed' })),
    );
  };
