export { createDomain } from './create-domain.ts';
export { dnsLookUp } from './look-up-records.ts';
export { presentDomain } from './present.ts';
export { recheckDomains } from './recheck-domains.ts';
export { domainRoutes } from './routes.ts';
export { type DefaultSender, findDefaultSenders, findSenderDomains, type SenderDomain } from './sender-store.ts';
export { findSigningDomains, type SigningDomain } from './signing-domains.ts';
export { findInboundOwners, findVerifiedOwner, isVerifiedDomain } from './store.ts';
