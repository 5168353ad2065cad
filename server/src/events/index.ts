export { eventRecorder, type RecordEvents } from './record-events.ts';
export { listEventsOfMessage, listTestEvents, type MessageEvent } from './store.ts';
