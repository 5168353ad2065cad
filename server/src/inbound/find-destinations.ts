import type { AppContext } from '../app-context.ts';
import { findInboundOwners, findOwnNames } from '../domains/index.ts';
import { readReturnPath } from '../messages/index.ts';
import { messageOfUnsubscribeAddress } from '../unsubscribe/index.ts';
import type { Destinations } from './spool/spooled-mail.ts';

const split = (address: string) => {
  const at = address.lastIndexOf('@');
  return { localPart: address.slice(0, Math.max(at, 0)), domain: address.slice(at + 1).toLowerCase() };
};

/** Reads a recipient as a return path; returns undefined where it is none. */
export const returnPathIn = ({ secrets }: AppContext, recipient: string) => readReturnPath(secrets, split(recipient).localPart);

/** Returns what is signed in return paths, once for all their spellings and domains, of which strangers can make any number. */
export const signedParts = (recipients: readonly string[]): string[] => [
  ...new Set(recipients.map((recipient) => split(recipient).localPart.toLowerCase())),
];

const POSTMASTER = /^postmaster(?:@|$)/i;

/**
 * Returns the recipients that are the operator's postmaster: without a domain or at a name of our own (RFC 5321, section 4.5.1).
 * A tenant's domain that takes mail has a postmaster of its own.
 */
async function findPostmasters(app: AppContext, recipients: readonly string[]): Promise<string[]> {
  const asked = recipients.filter((recipient) => POSTMASTER.test(recipient));
  if (asked.length === 0) return [];
  const own = await findOwnNames(
    app,
    asked.map((recipient) => split(recipient).domain),
  );
  return asked.filter((recipient) => !recipient.includes('@') || own.has(split(recipient).domain));
}

/**
 * Returns where mail to recipients goes: as a report for return paths, as an unsubscription for addresses of List-Unsubscribe, into the log
 * for domains with inbound on, and to the operator for the postmaster. Undefined if no recipient is received here.
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
  const ownerOf = (recipient: string) => owners.get(split(recipient).domain);
  const rest = others.filter((recipient) => unsubscribed(recipient) === undefined);
  const owned = rest.flatMap((recipient) => {
    const tenantId = ownerOf(recipient);
    return tenantId === undefined ? [] : [{ recipient, tenantId }];
  });
  const postmasters = await findPostmasters(
    app,
    rest.filter((recipient) => ownerOf(recipient) === undefined),
  );
  const entries = [...Map.groupBy(owned, ({ tenantId }) => tenantId)].map(([tenantId, theirs]) => ({
    tenantId,
    id: newId('inb', clock.now()),
    recipients: theirs.map(({ recipient }) => recipient),
  }));
  const isForSomebody = returnPaths.length + unsubscribes.length + entries.length + postmasters.length > 0;
  return isForSomebody ? { returnPaths, unsubscribes, entries, postmasters } : undefined;
}
