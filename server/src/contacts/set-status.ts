import type { ContactStatus } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import { holdMeters } from '../meters/hold-store.ts';
import { addressKey, type TenantAddress } from '../suppressions/index.ts';
import { announceContacts } from './announce-contact.ts';
import { writeChanges } from './change-contacts.ts';
import { findContactsByEmail } from './store.ts';

/** The new status for the contact of an address. */
export interface StatusChange extends TenantAddress {
  readonly status: ContactStatus;
}

/** Sets the status of the contacts of addresses, if they exist, and announces those that changed; the last change of an address counts. */
export async function setStatus(app: AppContext, trx: Trx, changes: readonly StatusChange[]): Promise<void> {
  if (changes.length === 0) return;
  const { clock } = app;
  await holdMeters(trx, [...new Set(changes.map(({ tenantId }) => tenantId))]);
  const last = new Map(changes.map((change) => [addressKey(change), change]));
  const contacts = await findContactsByEmail(trx, [...last.values()]);
  const at = clock.now();
  const moved = contacts.flatMap((contact) => {
    const status = last.get(addressKey(contact))?.status ?? contact.status;
    return status === contact.status ? [] : [{ ...contact, status, updatedAt: at }];
  });
  await writeChanges(app, trx, { before: contacts, after: moved });
  await announceContacts(
    app,
    trx,
    moved.map((contact) => ({ type: 'contact.updated', contact })),
  );
}
