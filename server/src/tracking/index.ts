export { createLinks, type Links } from './links.ts';
export { unsubscribeLink } from './unsubscribe.ts';
