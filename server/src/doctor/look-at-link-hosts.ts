import type { Config } from '../config/config.ts';
import { chunk } from '../core/chunk.ts';
import { reasonOf } from '../core/errors/reason-of.ts';
import { listMigrations } from '../db/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { findLinkHosts } from '../domains/index.ts';
import { linkPaths, linkStart } from '../mail-links/link-start.ts';
import { type Finding, found } from './finding.ts';
import { isAbsent } from './look-at-database.ts';

const LINKS = 'links';
const TIMEOUT_MS = 10_000;
/** Hosts that are asked, and how many of them at a time. */
const MOST_ASKED = 200;
const AT_ONCE = 20;

const CERTIFICATE = 'see that the proxy gets a certificate for this host, and passes its links on to the service (LINKS_BY_DOMAIN)';

/** Returns why a link does not lead to the service; undefined if it does. The token is not valid, so nothing happens. */
async function findFault(link: string): Promise<string | undefined> {
  try {
    const { headers, status } = await fetch(link, { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) });
    return headers.has('X-API-Version') ? undefined : `something else answers, with ${status}`;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Returns what is found of each host whose links do not lead to the service, or that all do. */
export async function askLinkHosts(config: Config, hosts: readonly string[]): Promise<Finding[]> {
  const asked = hosts.slice(0, MOST_ASKED);
  const findings: Finding[] = [];
  for (const some of chunk(asked, AT_ONCE)) {
    const faults = await Promise.all(some.map((host) => findFault(`${linkStart(config, linkPaths.unsubscribe, host)}doctor`)));
    for (const [place, fault] of faults.entries())
      if (fault !== undefined) findings.push(found.warning(LINKS, `those to ${some[place]} do not open from here: ${fault}`, CERTIFICATE));
  }
  if (findings.length > 0 || asked.length === 0) return findings;
  const all = hosts.length > asked.length ? `the first ${asked.length} of ${hosts.length}` : `all ${asked.length}`;
  return [found.ok(LINKS, `${all} hosts of domains answer`)];
}

async function readLinkHosts(config: Config): Promise<string[]> {
  const db = await openDatabase(config.DATABASE_URL, { alone: false, beside: true });
  try {
    return (await listMigrations(db.write)).pending.length > 0 ? [] : await findLinkHosts(db.read, config);
  } finally {
    await db.close();
  }
}

/** Returns whether links in mail open that lead to hosts of domains. */
export async function lookAtLinkHosts(config: Config): Promise<Finding[]> {
  if (!config.LINKS_BY_DOMAIN || isAbsent(config.DATABASE_URL)) return [];
  return askLinkHosts(config, await readLinkHosts(config).catch(() => []));
}
