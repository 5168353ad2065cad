import type { Domain } from '@posthorn/contract';
import type { Config } from '../config.ts';
import type { SendingDomain } from './domain.ts';
import { recordsOf } from './records/dns-records.ts';

export function presentDomain(domain: SendingDomain, config: Config): Domain {
  return {
    id: domain.id,
    name: domain.name,
    status: domain.status,
    records: recordsOf(domain, config).map((record) => ({ ...record, status: domain.findings[record.purpose] ?? 'pending' })),
    default_from_local_part: domain.defaultFromLocalPart,
    open_tracking: domain.openTracking,
    click_tracking: domain.clickTracking,
    inbound: domain.inbound,
    created_at: domain.createdAt,
    verified_at: domain.verifiedAt,
  };
}
