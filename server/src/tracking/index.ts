export { createLinks, type Links } from './links.ts';
export { hitRecorder } from './record-hits.ts';
export { clickLink, openLink } from './track.ts';
export { unsubscribeLink } from './unsubscribe.ts';
export { type UnsubscribeByMail, unsubscribeByMail } from './unsubscribe-by-mail.ts';
export { faultPage } from './unsubscribe-page.ts';
