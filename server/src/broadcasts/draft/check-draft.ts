import { errors } from '@posthorn/contract';
import type { Kysely } from 'kysely';
import { findAudience } from '../../audiences/index.ts';
import { formatAddress, parseAddress } from '../../core/email-address.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Schema } from '../../db/schema.ts';
import { findDefaultSenders, refuseSender } from '../../domains/index.ts';
import { findSegment } from '../../segments/index.ts';
import { type Draft, type Target, targetOf } from '../broadcast.ts';

export type SenderFault = ApiError<'from_domain_not_verified' | 'validation_failed'>;
export type DraftFault = SenderFault | ApiError<'missing_field' | 'target_not_found'>;

const invalid = (field: string, detail: string) => new ApiError('validation_failed', { field }, { detail });

async function hasTarget(db: Kysely<Schema>, tenantId: string, { kind, id }: Target): Promise<boolean> {
  const found = kind === 'audience' ? await findAudience(db, { tenantId, id }) : await findSegment(db, { tenantId, id });
  return found !== undefined;
}

/** Returns why the audience or segment cannot be the target. */
async function findTargetFault(db: Kysely<Schema>, tenantId: string, draft: Draft): Promise<DraftFault | undefined> {
  const [field, other] = draft.targetKind === null ? ['target_kind', 'target_id'] : ['target_id', 'target_kind'];
  if ((draft.targetKind === null) !== (draft.targetId === null)) {
    return new ApiError('missing_field', { field }, { detail: `${field} is required with ${other}.` });
  }
  const target = targetOf(draft);
  if (target === undefined || (await hasTarget(db, tenantId, target))) return undefined;
  return new ApiError('target_not_found', { field: 'target_id' });
}

/** The sender of a broadcast with its domain. */
export interface Sender {
  readonly from: string;
  readonly domainId: string;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
}

/** Returns the sender of a draft: the given one, or that of the given domain, or that of the oldest domain; or why there is none. */
export async function findDraftSender(db: Kysely<Schema>, tenantId: string, draft: Draft): Promise<Sender | SenderFault> {
  const { fromDomainId: domainId, from } = draft;
  const domains = await findDefaultSenders(db, tenantId);
  const given = from === null ? undefined : parseAddress(from);
  const wanted = given === undefined ? domains[0] : domains.find(({ name }) => name === given.domain);
  const domain = domainId === null ? wanted : domains.find(({ id }) => id === domainId);
  if (domain === undefined) return refuseSender(draft);
  if (given !== undefined && given.domain !== domain.name) return invalid('from', 'The sender is at another domain than from_domain_id.');
  const byDefault = `${domain.defaultFromLocalPart ?? 'hello'}@${domain.name}`;
  return {
    from: given === undefined ? byDefault : formatAddress(given),
    domainId: domain.id,
    trackOpens: domain.openTracking,
    trackClicks: domain.clickTracking,
  };
}

/** Returns the addresses of the Reply-To header; none if replies go to the sender. */
export function replyToOf({ replyTo }: Draft): string[] {
  const given = replyTo === null ? undefined : parseAddress(replyTo);
  return given === undefined ? [] : [formatAddress(given)];
}

/** The parts of a draft that a request changes. */
export interface DraftChange {
  readonly draft: Draft;
  readonly isTargetGiven: boolean;
  readonly isFromGiven: boolean;
  readonly isDomainGiven: boolean;
}

/**
 * Returns what is wrong with the changed parts of a draft; undefined if nothing is. Missing parts are no fault until the draft is sent,
 * and neither is a target or a domain that was deleted since the draft was written.
 */
export async function checkDraft(
  db: Kysely<Schema>,
  tenantId: string,
  { draft, isTargetGiven, isFromGiven, isDomainGiven }: DraftChange,
): Promise<DraftFault | undefined> {
  const { from, replyTo, fromDomainId: domainId } = draft;
  if (from !== null && parseAddress(from) === undefined) return invalid('from', errors.invalid_email.detail);
  if (replyTo !== null && parseAddress(replyTo) === undefined) return invalid('reply_to', errors.invalid_email.detail);
  const fault = isTargetGiven ? await findTargetFault(db, tenantId, draft) : undefined;
  if (fault !== undefined || domainId === null || !(isFromGiven || isDomainGiven)) return fault;
  const sender = await findDraftSender(db, tenantId, draft);
  if (!(sender instanceof ApiError)) return undefined;
  return isDomainGiven || sender.code !== 'from_domain_not_verified' ? sender : undefined;
}
