import type { Domain, domains } from '../../domains.ts';
import type { ResourceExamples } from '../resource-examples.ts';

const pending: Domain = {
  id: 'dom_01m7y8r5zj8c1f0m4q7wstke2n',
  name: 'mail.example.com',
  status: 'pending',
  records: [
    {
      purpose: 'dkim',
      type: 'TXT',
      name: 'phkqzwbn._domainkey.mail.example.com',
      value: 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA…',
      priority: null,
      status: 'pending',
    },
    { purpose: 'dmarc', type: 'TXT', name: '_dmarc.mail.example.com', value: 'v=DMARC1; p=none;', priority: null, status: 'pending' },
  ],
  default_from_local_part: 'hello',
  open_tracking: false,
  click_tracking: false,
  inbound: false,
  created_at: 1_790_000_000_000,
  verified_at: null,
};

const verified: Domain = {
  ...pending,
  status: 'verified',
  records: pending.records.map((record) => ({ ...record, status: 'verified' })),
  verified_at: 1_790_000_600_000,
};

export const domainExamples: ResourceExamples<typeof domains> = {
  create: { body: { name: 'mail.example.com', default_from_local_part: 'hello' }, 201: pending },
  list: { 200: { data: [verified], next_cursor: null } },
  get: { 200: verified },
  update: { body: { open_tracking: true }, 200: { ...verified, open_tracking: true } },
  delete: { 200: { deleted: true, id: pending.id } },
  verify: { 200: verified },
};
