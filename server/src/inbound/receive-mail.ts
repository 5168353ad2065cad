import type { AppContext } from '../app-context.ts';
import { findInboundOwners } from '../domains/index.ts';
import { takeReport } from '../feedback/index.ts';
import { type ReturnPath, readReturnPath } from '../messages/index.ts';
import { messageOfUnsubscribeAddress, unsubscribeByMail } from '../tracking/index.ts';
import type { ArrivedMail, LoggedMail } from './received-mail.ts';
import { type InboundParts, takeMail } from './take-mail.ts';

/** Where the mail to a recipient goes. */
type Place = { readonly returnPath: ReturnPath } | { readonly unsubscribes: string } | { readonly tenantId: string };

const split = (address: string) => {
  const at = address.lastIndexOf('@');
  return { localPart: address.slice(0, Math.max(at, 0)), domain: address.slice(at + 1).toLowerCase() };
};

async function findPlaces({ db, secrets }: AppContext, recipients: readonly string[]): Promise<Map<string, Place>> {
  const owners = await findInboundOwners(db.read, [...new Set(recipients.map((recipient) => split(recipient).domain))]);
  const places = [...new Set(recipients)].flatMap((recipient): [string, Place][] => {
    const { localPart, domain } = split(recipient);
    const returnPath = readReturnPath(secrets, localPart);
    if (returnPath !== undefined) return [[recipient, { returnPath }]];
    const unsubscribes = messageOfUnsubscribeAddress(secrets, localPart);
    if (unsubscribes !== undefined) return [[recipient, { unsubscribes }]];
    const tenantId = owners.get(domain);
    return tenantId === undefined ? [] : [[recipient, { tenantId }]];
  });
  return new Map(places);
}

/** Whether there is anybody at an address. */
export async function knowsRecipient({ app }: InboundParts, recipient: string): Promise<boolean> {
  return (await findPlaces(app, [recipient])).size > 0;
}

/**
 * Takes a mail in, from wherever it comes: to return paths as a report, to addresses of List-Unsubscribe as what they say, to
 * domains with inbound on into the log. Undefined where it is for nobody here. All is durable once this resolves.
 */
export async function receiveMail(parts: InboundParts, mail: ArrivedMail): Promise<readonly LoggedMail[] | undefined> {
  const places = [...(await findPlaces(parts.app, mail.recipients))];
  if (places.length === 0) return undefined;
  const reportedOn = places.flatMap(([, place]) => ('returnPath' in place ? [place.returnPath] : []));
  const left = places.flatMap(([, place]) => ('unsubscribes' in place ? [place.unsubscribes] : []));
  // These first: taken twice they change nothing, and the log would have the mail twice.
  for (const returnPath of reportedOn) await takeReport(parts.app, { ...mail, returnPath });
  for (const messageId of new Set(left)) await unsubscribeByMail(parts.app, messageId);
  const owned = places.flatMap(([recipient, place]) => ('tenantId' in place ? [{ recipient, tenantId: place.tenantId }] : []));
  const owners = Map.groupBy(owned, ({ tenantId }) => tenantId);
  if (owners.size === 0) return [];
  return takeMail(parts, mail, new Map([...owners].map(([tenantId, theirs]) => [tenantId, theirs.map(({ recipient }) => recipient)])));
}
