import type { AppContext } from '../app-context.ts';
import { createRetention } from '../core/retention.ts';
import type { Feature } from '../feature.ts';
import { addressErased, suppressOnEvent } from '../suppressions/index.ts';
import { eraseAnnouncements } from './erase-announcements.ts';
import { eventsRecorded } from './record-events.ts';
import { removeOldAnnouncements } from './remove-old-announcements.ts';

export { announce, announced } from './announce.ts';
export type { Announcement } from './announcement-store.ts';
export { type BounceCount, countBounces, findMostBounced } from './bounce-count-store.ts';
export { eraseInEvents, updateAnnouncedData } from './erasure-store.ts';
export { isByReader, isOfProgram } from './prefetch-store.ts';
export { type EventContent, presentEvent, type StoredEvent } from './present.ts';
export { eventsRecorded, recordEvents } from './record-events.ts';
export {
  countEventsOfMessages,
  deleteEventsOf,
  findLastRecorded,
  findRecorded,
  findWithEventsSince,
  listBytesOfContact,
  listEventsOfContact,
  listEventsOfMessage,
  listTestEvents,
  type MessageEvent,
  type RecordedEvent,
  readTags,
  toStoredEvent,
} from './store.ts';

/** Creates the feature that records what happens to messages and to a tenant's other objects. */
export function createEvents(app: AppContext) {
  app.hooks.on(eventsRecorded, suppressOnEvent);
  app.hooks.on(addressErased, (erasure) => eraseAnnouncements(app, erasure));
  const retention = createRetention(app, {
    prefix: 'evt',
    keptDays: app.config.MESSAGE_RETENTION_DAYS,
    removePage: (page) => removeOldAnnouncements(app, page),
  });
  return { cleanup: [retention] } satisfies Feature;
}
