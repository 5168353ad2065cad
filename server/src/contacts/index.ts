import type { FindUnsubscribed } from '../suppressions/index.ts';
import type { ContactParts } from './announce-contact.ts';
import { closeContactsOnEvent as closeOnEvent } from './close-contacts-on-event.ts';
import { type ExportParts, runExports } from './export/run-exports.ts';
import { type ImportParts, runImports } from './import/run-imports.ts';
import { findClosed } from './store.ts';
import { unsubscribe } from './unsubscribe.ts';

export type { ContactParts } from './announce-contact.ts';
export { type Attributes, readAttributes } from './attributes.ts';
export { changeContacts } from './change-contacts.ts';
export { type Contact, changeContact } from './contact.ts';
export type { ContactRemoval } from './delete-contacts.ts';
export { contactEraser } from './erase-contacts.ts';
export { purgeExports } from './export/purge-exports.ts';
export { runExports } from './export/run-exports.ts';
export { importEraser } from './import/erase-imports.ts';
export { runImports } from './import/run-imports.ts';
export { presentContact, presentContactRow } from './present.ts';
export { contactRoutes } from './routes.ts';
export { findContact, findContactsByEmail, findContactsById, toContact } from './store.ts';
export { unsubscribe } from './unsubscribe.ts';

/** Knows who gets no marketing mail because their contact is `unsubscribed` or `cleaned`. */
export const unsubscribedContacts: FindUnsubscribed = (db, addresses) => findClosed(db, addresses);

type Tail<F extends (...args: never[]) => unknown> = F extends (first: never, ...rest: infer R) => infer T ? (...rest: R) => T : never;
export type Unsubscribe = Tail<typeof unsubscribe>;
export const unsubscriber =
  (parts: ContactParts): Unsubscribe =>
  (trx, given) =>
    unsubscribe(parts, trx, given);
export const closeContactsOnEvent =
  (parts: ContactParts): Tail<typeof closeOnEvent> =>
  (trx, events) =>
    closeOnEvent(parts, trx, events);
export const importRunner = (parts: ImportParts) => () => runImports(parts);
export const exportRunner = (parts: ExportParts) => () => runExports(parts);
