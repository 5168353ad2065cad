export { createDomain } from './create-domain.ts';
export type { RecordResolver } from './look-up-records.ts';
export { findInboundOwners, findVerifiedOwner } from './name-store.ts';
export { presentDomain } from './present.ts';
export { recheckDomains } from './recheck-domains.ts';
export { domainRoutes } from './routes.ts';
export { type DefaultSender, findDefaultSenders, findSenderDomains, type SenderDomain } from './sender-store.ts';
export { findSigningDomains, type SigningDomain } from './signing-domains.ts';
export { isVerifiedDomain } from './store.ts';
