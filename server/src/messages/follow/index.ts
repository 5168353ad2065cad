export { findBackfillOf, followedPosition, lockLogCursors } from './cursor-store.ts';
export { catchUpPage, type LogStretch, logRead } from './log-read.ts';
export type { LogEntry } from './log-store.ts';
export { HELD, type PageCount } from './page-count.ts';
export type { LogEvent } from './past-event-store.ts';
