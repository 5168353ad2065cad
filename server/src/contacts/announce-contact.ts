import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import { announce } from '../events/index.ts';
import type { Contact } from './contact.ts';
import { presentContact } from './present.ts';

/** Announces contacts that were created or changed one by one; batches and imports are not announced. */
export function announceContacts(
  app: AppContext,
  trx: Trx,
  changes: readonly { readonly type: 'contact.created' | 'contact.updated'; readonly contact: Contact }[],
): Promise<void> {
  const at = app.clock.now();
  return announce(
    app,
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
