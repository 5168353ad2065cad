import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import type { Announce } from '../events/index.ts';
import type { Contact } from './contact.ts';
import { presentContact } from './present.ts';

/** What the verbs of contacts need. */
export interface ContactParts {
  readonly app: AppContext;
  readonly announce: Announce;
}

/** Announces contacts that were made or changed one by one; batches and imports are not announced. */
export function announceContacts(
  { app, announce }: ContactParts,
  trx: Trx,
  changes: readonly { readonly type: 'contact.created' | 'contact.updated'; readonly contact: Contact }[],
): Promise<void> {
  const at = app.clock.now();
  return announce(
    trx,
    changes.map(({ type, contact }) => ({
      id: app.newId('evt', at),
      tenantId: contact.tenantId,
      type,
      contactId: contact.id,
      data: { contact: presentContact(contact) },
      at,
    })),
  );
}
