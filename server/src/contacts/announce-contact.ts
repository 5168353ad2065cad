import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import type { Announce } from '../events/index.ts';
import type { Contact } from './contact.ts';
import { presentContact } from './present.ts';

/** What the verbs of contacts stand on. */
export interface ContactParts {
  readonly app: AppContext;
  readonly announce: Announce;
}

/** Tells of contacts that were made or changed one by one; batches and imports go untold. */
export function announceContacts(
  { app, announce }: ContactParts,
  trx: Trx,
  told: readonly { readonly type: 'contact.created' | 'contact.updated'; readonly contact: Contact }[],
): Promise<void> {
  const at = app.clock.now();
  return announce(
    trx,
    told.map(({ type, contact }) => ({
      id: app.newId('evt', at),
      tenantId: contact.tenantId,
      type,
      contactId: contact.id,
      data: { contact: presentContact(contact) },
      at,
    })),
  );
}
