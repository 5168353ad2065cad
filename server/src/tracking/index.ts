export { createLinks, type Links } from './links.ts';
export { hitRecorder } from './record-hits.ts';
export { clickLink, openLink } from './track.ts';
export { unsubscribeLink } from './unsubscribe.ts';
