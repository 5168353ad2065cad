import type { AppContext } from '../app-context.ts';
import { parseDomainName } from './domain-name.ts';
import { hasLinkHost } from './name-store.ts';
import { findDomainOfLinkHost } from './records/dns-records.ts';

/** Whether links in mail from a domain lead to a host, or in sent mail did, which a proxy may then get a certificate for. */
export async function isLinkHost({ db, config }: Pick<AppContext, 'db' | 'config'>, host: string): Promise<boolean> {
  const name = parseDomainName(findDomainOfLinkHost(host.toLowerCase()) ?? '');
  return config.LINKS_BY_DOMAIN && name !== undefined && hasLinkHost(db.read, name);
}
