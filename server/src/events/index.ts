export { type Announce, announcer } from './announce.ts';
export { announcementEraser } from './erase-announcements.ts';
export { eraseInEvents, updateAnnouncedData } from './erasure-store.ts';
export { eventRecorder, type RecordEvents } from './record-events.ts';
export { type Announcement, listEventsOfMessage, listTestEvents, type MessageEvent } from './store.ts';
