export { eraseInEvents } from './erasure-store.ts';
export { eventRecorder, type RecordEvents } from './record-events.ts';
export { listEventsOfMessage, listTestEvents, type MessageEvent } from './store.ts';
