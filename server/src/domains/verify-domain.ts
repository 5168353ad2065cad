import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { isUniqueViolation } from '../db/dialect.ts';
import { bumpVersion } from '../meters/version-store.ts';
import type { Purpose, SendingDomain } from './domain.ts';
import { stateAfter } from './domain-state.ts';
import { isVerifiedElsewhere } from './name-store.ts';
import { isRequired, mailHostNames, recordsOf } from './records/dns-records.ts';
import { type LookUp, lookUpRecords, type RecordResolver, type RecordValues } from './records/look-up-records.ts';
import { findDomain, updateState } from './store.ts';

export interface DomainParts {
  readonly app: AppContext;
  readonly resolver: RecordResolver;
}

export interface DomainLookUp extends LookUp {
  readonly required: readonly Purpose[];
}

/** Looks all records of a domain up. */
export async function lookUpDomain({ app: { config }, resolver }: DomainParts, domain: SendingDomain): Promise<DomainLookUp> {
  const records = recordsOf(domain, config);
  const required = records.filter(isRequired).map(({ purpose }) => purpose);
  return { ...(await lookUpRecords({ resolver, mailHosts: mailHostNames(config) }, records)), required };
}

type Refusal = ApiError<'not_found' | 'domain_taken'>;

async function writeLookUp({ db, clock }: AppContext, ref: ObjectRef, looked: DomainLookUp): Promise<SendingDomain | Refusal> {
  return db.transact(async (trx) => {
    await bumpVersion(trx, ref.tenantId);
    // Read again: while DNS was asked, the domain may have changed.
    const domain = await findDomain(trx, ref);
    if (domain === undefined) return new ApiError('not_found');
    if (domain.trusted) return domain;
    const after = stateAfter(domain, { ...looked, now: clock.now() });
    await updateState(trx, domain, after);
    return after;
  });
}

/** Writes what a look-up makes of a domain; `domain_taken` where another tenant has verified the name meanwhile. */
export async function recordLookUp(app: AppContext, ref: ObjectRef, looked: DomainLookUp): Promise<SendingDomain | Refusal> {
  try {
    return await writeLookUp(app, ref, looked);
  } catch (error) {
    if (isUniqueViolation(error)) return new ApiError('domain_taken', {}, { cause: error });
    throw error;
  }
}

/** A domain with what was seen of its records, where they were looked up. */
export type VerifiedDomain = SendingDomain & { readonly seen?: RecordValues };

/** Looks the records up now; the domain is verified once all that it must have is right. */
export async function verifyDomain(parts: DomainParts, ref: ObjectRef): Promise<VerifiedDomain | Refusal> {
  const { app } = parts;
  const { db } = app;
  const domain = await findDomain(db.read, ref);
  if (domain === undefined) return new ApiError('not_found');
  if (domain.trusted) return domain;
  if (await isVerifiedElsewhere(db.read, domain)) return new ApiError('domain_taken');
  const looked = await lookUpDomain(parts, domain);
  const recorded = await recordLookUp(app, domain, looked);
  return recorded instanceof ApiError ? recorded : { ...recorded, seen: looked.seen };
}
