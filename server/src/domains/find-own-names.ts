import { hostname } from 'node:os';
import type { AppContext } from '../app-context.ts';
import { findVerifiedNames } from './name-store.ts';
import { findDomainOfReturnPath, mailHostOf } from './records/dns-records.ts';

/** Returns those of the names that the service itself has: as mail server, in MX records, and in return paths. */
export async function findOwnNames({ db, config }: Pick<AppContext, 'db' | 'config'>, names: readonly string[]): Promise<Set<string>> {
  const { SMTP_HOSTNAME = hostname(), RETURN_PATH_DOMAIN = '' } = config;
  const fixed = [SMTP_HOSTNAME, mailHostOf(config) ?? '', RETURN_PATH_DOMAIN].map((name) => name.toLowerCase());
  const returnPaths = names.flatMap((name) => {
    const domain = findDomainOfReturnPath(name, config);
    return domain === undefined ? [] : [{ name, domain }];
  });
  const verified =
    returnPaths.length === 0
      ? new Set<string>()
      : await findVerifiedNames(
          db.read,
          returnPaths.map(({ domain }) => domain),
        );
  const ofTenants = returnPaths.filter(({ domain }) => verified.has(domain)).map(({ name }) => name);
  return new Set([...names.filter((name) => fixed.includes(name)), ...ofTenants]);
}
