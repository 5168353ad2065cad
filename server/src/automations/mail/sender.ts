import type { Kysely } from 'kysely';
import { formatAddress, parseAddress } from '../../core/email-address.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Schema } from '../../db/schema.ts';
import { type DefaultSender, findDefaultSenders, refuseSender } from '../../domains/index.ts';
import type { AutomationContent } from '../automation.ts';

const DEFAULT_LOCAL_PART = 'hello';

/** The From address of a mail, and the domain that sends it. */
export interface Sender {
  readonly from: string;
  readonly domain: DefaultSender;
}

export type SenderFault = ApiError<'from_domain_not_verified' | 'validation_failed'>;

/** The senders that a tenant's automation may have. */
export interface Senders {
  readonly usual: Sender;
  /** The sender of a step that names one; undefined where its domain is not verified. */
  named(from: string): Sender | undefined;
}

function named(domains: readonly DefaultSender[], given: string): Sender | undefined {
  const address = parseAddress(given);
  const domain = address && domains.find(({ name }) => name === address.domain);
  return address === undefined || domain === undefined ? undefined : { from: formatAddress(address), domain };
}

const byDefault = (domain: DefaultSender): Sender => ({
  from: `${domain.defaultFromLocalPart ?? DEFAULT_LOCAL_PART}@${domain.name}`,
  domain,
});

function findUsual(domains: readonly DefaultSender[], chosen: Pick<AutomationContent, 'from' | 'fromDomainId'>) {
  const { from, fromDomainId } = chosen;
  const domain = fromDomainId === null ? domains[0] : domains.find(({ id }) => id === fromDomainId);
  if (fromDomainId !== null && domain === undefined) return refuseSender(chosen);
  if (from === null) return domain === undefined ? refuseSender(chosen) : byDefault(domain);
  const isElsewhere = fromDomainId !== null && parseAddress(from)?.domain !== domain?.name;
  if (isElsewhere) return new ApiError('validation_failed', { field: 'from' }, { detail: 'from: Not on the domain of from_domain_id.' });
  return named(domains, from) ?? refuseSender(chosen);
}

/** Finds the senders. The usual one is `from`, or else an address of the domain: of the oldest verified one where none is named. */
export async function findSenders(
  db: Kysely<Schema>,
  { tenantId, ...content }: Pick<AutomationContent, 'from' | 'fromDomainId'> & { readonly tenantId: string },
): Promise<Senders | SenderFault> {
  const domains = await findDefaultSenders(db, tenantId);
  const usual = findUsual(domains, content);
  return usual instanceof ApiError ? usual : { usual, named: (from) => named(domains, from) };
}
