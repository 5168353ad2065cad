import type { FindUnsubscribed } from '../suppressions/index.ts';
import { findClosed } from './store.ts';

export type { ContactParts } from './announce-contact.ts';
export { type Attributes, readAttributes } from './attributes.ts';
export { changeContacts } from './change-contacts.ts';
export { closeContactsOnEvent } from './close-on-event.ts';
export { type Contact, changeContact } from './contact.ts';
export type { ContactRemoval } from './delete-contacts.ts';
export { contactEraser } from './erase-contacts.ts';
export { purgeExports } from './export/expire-exports.ts';
export { exportRunner } from './export/run-exports.ts';
export { importEraser } from './import/erase-imports.ts';
export { importRunner } from './import/run-imports.ts';
export { presentContact, presentContactRow } from './present.ts';
export { contactRoutes } from './routes.ts';
export { type Unsubscribe, unsubscriber } from './set-status.ts';
export { findContact, findContactsByEmail, findContactsById } from './store.ts';

/** Knows who gets no marketing mail because their contact is `unsubscribed` or `cleaned`. */
export const unsubscribedContacts: FindUnsubscribed = (db, addresses) => findClosed(db, addresses);
