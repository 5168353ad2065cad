import type { Kysely } from 'kysely';
import type { AppContext } from '../app-context.ts';
import type { Config } from '../config/config.ts';
import { walkPages } from '../core/walk-pages.ts';
import type { Schema } from '../db/schema.ts';
import { parseDomainName } from './domain-name.ts';
import { hasLinkHost, type LinkDomain, listLinkDomains } from './name-store.ts';
import { findDomainOfLinkHost, linkHostOf } from './records/dns-records.ts';

type LinkConfig = Pick<Config, 'LINKS_BY_DOMAIN'>;

const PAGE = 500;

/**
 * Returns the host of links in mail from a domain, which the last look-up found; undefined for that of the service. Of a domain that the
 * operator vouches for nothing is looked up any more.
 */
export function linkHostFor({ name, trusted, openTracking, clickTracking, findings }: LinkDomain, config: LinkConfig): string | undefined {
  const isFound = !trusted && (openTracking || clickTracking) && findings.tracking === 'verified';
  return config.LINKS_BY_DOMAIN && isFound ? linkHostOf(name) : undefined;
}

/** Returns all hosts of domains that links in mail lead to. */
export async function findLinkHosts(db: Kysely<Schema>, config: LinkConfig): Promise<string[]> {
  const hosts: string[] = [];
  if (!config.LINKS_BY_DOMAIN) return hosts;
  const first: Pick<LinkDomain, 'name'> = { name: '' };
  for await (const page of walkPages({ first, limit: PAGE }, ({ after, limit }) => listLinkDomains(db, { after: after.name, limit })))
    hosts.push(...page.flatMap((domain) => linkHostFor(domain, config) ?? []));
  return hosts;
}

/** Whether links in mail from a domain lead to a host, or in sent mail did, which a proxy may then get a certificate for. */
export async function isLinkHost({ db, config }: Pick<AppContext, 'db' | 'config'>, host: string): Promise<boolean> {
  const name = parseDomainName(findDomainOfLinkHost(host.toLowerCase()) ?? '');
  return config.LINKS_BY_DOMAIN && name !== undefined && hasLinkHost(db.read, name);
}
