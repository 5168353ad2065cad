export { closeContactsOnEvent } from './close-on-event.ts';
export type { ContactRemoval } from './delete-contacts.ts';
export { contactEraser } from './erase-contacts.ts';
export { findClosedContacts } from './find-closed.ts';
export { presentContactRow } from './present.ts';
export { contactRoutes } from './routes.ts';
export { unsubscriber } from './set-status.ts';
