import type { Domain, DomainRecord } from '@posthorn/contract';

const NAMES: Readonly<Record<DomainRecord['purpose'], string>> = {
  dkim: 'DKIM',
  return_path: 'SPF',
  spf: 'SPF',
  dmarc: 'DMARC',
  tracking: 'Tracking',
  inbound: 'Receiving',
};

const presentRecord = ({ purpose, type, name, value, priority, status }: DomainRecord) => ({
  record: NAMES[purpose],
  ...{ name, type, ttl: 'Auto', status, value },
  ...(priority === null ? {} : { priority }),
});

/** A domain in a list; there are no regions here. */
export const presentDomain = ({ id, name, status, created_at, open_tracking, click_tracking, inbound }: Domain) => ({
  ...{ id, name, status, created_at: new Date(created_at).toISOString(), region: null },
  capabilities: { sending: 'enabled', receiving: inbound ? 'enabled' : 'disabled' },
  ...{ open_tracking, click_tracking },
});

/** A single domain, with the records to publish. */
export const presentDomainDetail = (domain: Domain) => ({
  object: 'domain',
  ...presentDomain(domain),
  records: domain.records.map(presentRecord),
});
