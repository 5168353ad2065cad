import type { ContactStatus } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { notification } from '../core/hooks.ts';
import type { Trx } from '../db/dialect.ts';
import { deleteUnsubscriptions } from '../suppressions/index.ts';
import { announceContacts } from './announce-contact.ts';
import type { AttributeFault, Attributes } from './attributes.ts';
import { type Contact, changeContact } from './contact.ts';
import { updateContacts } from './store.ts';

/** Called with contacts that have become subscribed (`change` is 1) or are no longer subscribed (-1), in the same transaction. */
export const subscriptionsChanged =
  notification<[trx: Trx, changes: readonly { readonly contactId: string; readonly change: number }[]]>('subscriptions changed');

/** Writes the new state of contacts, which the transaction has locked and read before. */
export async function writeChanges({ hooks }: AppContext, trx: Trx, { before, after }: Record<'before' | 'after', readonly Contact[]>) {
  await updateContacts(trx, after);
  const subscribed = new Set(before.filter(({ status }) => status === 'subscribed').map(({ id }) => id));
  const changes = after
    .map(({ id, status }) => ({ contactId: id, change: Number(status === 'subscribed') - Number(subscribed.has(id)) }))
    .filter(({ change }) => change !== 0);
  if (changes.length > 0) await hooks.notify(subscriptionsChanged, trx, changes);
}

export interface ChangeRequest {
  /** Contacts of one tenant, which the transaction has locked. */
  readonly contacts: readonly Contact[];
  readonly attributes: Attributes;
  /** Undefined: unchanged. */
  readonly status: ContactStatus | undefined;
}

/**
 * Applies the same change to many contacts and announces each, with as many statements for a hundred as for one. Returns one result for
 * each, in order.
 */
export async function changeContacts(
  app: AppContext,
  trx: Trx,
  { contacts, attributes, status }: ChangeRequest,
): Promise<(Contact | AttributeFault)[]> {
  const { clock } = app;
  const at = clock.now();
  const results = contacts.map((contact) => changeContact(contact, { attributes, status }, at));
  const changed = results.filter((result) => !(result instanceof ApiError));
  await writeChanges(app, trx, { before: contacts, after: changed });
  const tenantId = changed[0]?.tenantId;
  if (status === 'subscribed' && tenantId !== undefined)
    await deleteUnsubscriptions(trx, { tenantId, emails: changed.map(({ email }) => email) });
  await announceContacts(
    app,
    trx,
    changed.map((contact) => ({ type: 'contact.updated', contact })),
  );
  return results;
}
