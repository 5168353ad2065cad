import type { Domain } from '@posthorn/contract';
import type { Config } from '../config/config.ts';
import type { SendingDomain } from './domain.ts';
import { recordsOf } from './records/dns-records.ts';
import type { RecordValues } from './records/look-up-records.ts';

/** Returns a domain as it is shown; with what was seen of its records, where they were looked up just now. */
export function presentDomain(domain: SendingDomain & { readonly seen?: RecordValues }, config: Config): Domain {
  const { seen } = domain;
  return {
    id: domain.id,
    name: domain.name,
    status: domain.status,
    records: recordsOf(domain, config).map((record) => ({
      ...record,
      status: domain.findings[record.purpose] ?? 'pending',
      ...(seen === undefined ? {} : { found: seen[record.purpose] ?? null }),
    })),
    default_from_local_part: domain.defaultFromLocalPart,
    open_tracking: domain.openTracking,
    click_tracking: domain.clickTracking,
    inbound: domain.inbound,
    created_at: domain.createdAt,
    verified_at: domain.verifiedAt,
  };
}
