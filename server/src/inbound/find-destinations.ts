import type { AppContext } from '../app-context.ts';
import { findInboundOwners } from '../domains/index.ts';
import { readReturnPath } from '../messages/index.ts';
import { messageOfUnsubscribeAddress } from '../tracking/index.ts';
import type { Destinations } from './spool/spooled-mail.ts';

const split = (address: string) => {
  const at = address.lastIndexOf('@');
  return { localPart: address.slice(0, Math.max(at, 0)), domain: address.slice(at + 1).toLowerCase() };
};

/** What a recipient stands for that is a return path. */
export const returnPathIn = ({ secrets }: AppContext, recipient: string) => readReturnPath(secrets, split(recipient).localPart);

/**
 * Where the mail to recipients goes: to return paths as a report, to addresses of List-Unsubscribe as what they say, to domains
 * with inbound on into the log. Undefined where it is for nobody here.
 */
export async function findDestinations(app: AppContext, given: readonly string[]): Promise<Destinations | undefined> {
  const { db, secrets, clock, newId } = app;
  const recipients = [...new Set(given)];
  const owners = await findInboundOwners(db.read, [...new Set(recipients.map((recipient) => split(recipient).domain))]);
  const isReturnPath = (recipient: string) => returnPathIn(app, recipient) !== undefined;
  const unsubscribed = (recipient: string) => messageOfUnsubscribeAddress(secrets, split(recipient).localPart);
  const returnPaths = recipients.filter(isReturnPath);
  const others = recipients.filter((recipient) => !isReturnPath(recipient));
  const unsubscribes = [...new Set(others.flatMap((recipient) => unsubscribed(recipient) ?? []))];
  const owned = others
    .filter((recipient) => unsubscribed(recipient) === undefined)
    .flatMap((recipient) => {
      const tenantId = owners.get(split(recipient).domain);
      return tenantId === undefined ? [] : [{ recipient, tenantId }];
    });
  const entries = [...Map.groupBy(owned, ({ tenantId }) => tenantId)].map(([tenantId, theirs]) => ({
    tenantId,
    id: newId('inb', clock.now()),
    recipients: theirs.map(({ recipient }) => recipient),
  }));
  return returnPaths.length + unsubscribes.length + entries.length === 0 ? undefined : { returnPaths, unsubscribes, entries };
}
