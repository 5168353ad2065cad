import type { AppContext } from '../app-context.ts';
import type { Blobs } from '../blobs/blobs.ts';
import { eventsRecorded } from '../events/index.ts';
import type { Feature } from '../feature.ts';
import type { JobHandlers, Queue } from '../queue/queue.ts';
import { addressErased, unsubscribedAddresses } from '../suppressions/index.ts';
import { closeContactsOnEvent } from './close-contacts-on-event.ts';
import { eraseContacts } from './erase-contacts.ts';
import { purgeExports } from './export/purge-exports.ts';
import { runExports } from './export/run-exports.ts';
import { eraseImports } from './import/erase-imports.ts';
import { purgeFailedRows } from './import/failed-rows.ts';
import { runImports, startImports } from './import/run-imports.ts';
import { contactRoutes } from './routes.ts';
import { findUnsubscribedAddresses } from './store.ts';

export { changeContacts, subscriptionsChanged } from './change-contacts.ts';
export { type Contact, changeContact } from './contact.ts';
export { contactsRemoved } from './delete-contacts.ts';
export { audienceFound, audienceMembersImported } from './import/import-audience.ts';
export { presentContact } from './present.ts';
export { contactAddress, findContactId, type NamedContact } from './read-contact.ts';
export { findContact, findContactsByEmail, findContactsById, toContact } from './store.ts';
export { isUnsubscribed, unsubscribe } from './unsubscribe.ts';

/** Creates the feature `contacts` with its imports and exports. */
export function createContacts(app: AppContext, { blobs, queue }: { blobs: Blobs; queue: Queue }) {
  const parts = { app, blobs, queue };
  const { hooks } = app;
  hooks.on(eventsRecorded, (trx, events) => closeContactsOnEvent(app, trx, events));
  hooks.answer(unsubscribedAddresses, findUnsubscribedAddresses);
  hooks.on(addressErased, async (erasure) => {
    await eraseContacts(app, erasure);
    await eraseImports(app, erasure);
  });
  return {
    routes: { contacts: contactRoutes(parts) },
    jobHandlers: { import: (jobs) => startImports(parts, jobs) } satisfies Partial<JobHandlers>,
    backgroundJobs: { import: { run: () => runImports(parts) }, export: { run: () => runExports(parts) } },
    cleanup: [() => purgeExports(parts), (limit: number) => purgeFailedRows(app, limit)],
  } satisfies Feature;
}
