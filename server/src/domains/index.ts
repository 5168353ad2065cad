import type { AppContext } from '../app-context.ts';
import { createResolver } from '../core/resolver.ts';
import type { Feature } from '../feature.ts';
import { tenantDeleted } from '../tenants/index.ts';
import { recheckDomains } from './recheck-domains.ts';
import { domainRoutes } from './routes.ts';
import { deleteDomainRows } from './store.ts';

export { createDomain, unlimited } from './create-domain.ts';
export { findOwnNames } from './find-own-names.ts';
export { findLinkHosts, isLinkHost } from './link-hosts.ts';
export { findInboundOwners, findVerifiedOwner } from './name-store.ts';
export { presentDomain } from './present.ts';
export { mailHostOf } from './records/dns-records.ts';
export type { RecordResolver } from './records/look-up-records.ts';
export { refuseSender } from './senders/refuse-sender.ts';
export {
  type DefaultSender,
  findDefaultSenders,
  findSenderDomains,
  findVerifiedDomains,
  type SenderDomain,
} from './senders/sender-store.ts';
export { findSigningDomains, type SigningDomain } from './senders/signing-domains.ts';
export { isVerifiedDomain } from './store.ts';

/** Domains looked up again by one run of the job `domains`. */
const CHECKED_A_RUN = 10_000;

/** Creates the feature `domains`: the routes of sending domains, and the recurring checks of their records. */
export function createDomains(app: AppContext) {
  const parts = { app, resolver: createResolver({ servers: app.config.DNS_SERVERS }) };
  app.hooks.on(tenantDeleted, deleteDomainRows);
  return {
    routes: { domains: domainRoutes(parts) },
    backgroundJobs: { domains: { run: () => recheckDomains(parts, CHECKED_A_RUN) } },
  } satisfies Feature;
}
