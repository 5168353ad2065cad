import type { ApiKey, apiKeys } from '../../api-keys.ts';
import type { ResourceExamples } from '../resource-examples.ts';

const key: Omit<ApiKey, 'last_used_at'> = {
  id: 'key_01m7y8qk2d6w0r3v9t4hbn5xce',
  name: 'web shop',
  permission: 'sending_access',
  domain_id: 'dom_01m7y8r5zj8c1f0m4q7wstke2n',
  prefix: 'ek_3fGq8ZtLw',
  created_at: 1_790_000_000_000,
};

export const apiKeyExamples: ResourceExamples<typeof apiKeys> = {
  create: {
    body: { name: 'web shop', permission: 'sending_access', domain_id: 'dom_01m7y8r5zj8c1f0m4q7wstke2n' },
    201: { ...key, key: 'ek_3fGq8ZtLw2Xn6YcVd0RbKs7JmUe1HpTa4iQoSf9g' },
  },
  list: { 200: { data: [{ ...key, last_used_at: 1_790_003_600_000 }], next_cursor: null } },
  delete: { 200: { deleted: true, id: 'key_01m7y8qk2d6w0r3v9t4hbn5xce' } },
};
