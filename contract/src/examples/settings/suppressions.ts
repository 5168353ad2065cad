import type { Suppression, suppressions } from '../../suppressions.ts';
import type { ResourceExamples } from '../resource-examples.ts';

const added: Suppression = {
  email: 'ada@example.org',
  reason: 'manual',
  scope: 'all',
  source_message_id: null,
  test_mode: false,
  created_at: 1_790_000_000_000,
};

const bounced: Suppression = {
  ...added,
  email: 'gone@example.org',
  reason: 'hard_bounce',
  source_message_id: 'msg_01m7y8s3yamrk5s1jx71pmhchw',
};

export const suppressionExamples: ResourceExamples<typeof suppressions> = {
  list: { 200: { data: [added, bounced], next_cursor: 1_790_000_000_000 } },
  add: { body: { email: 'ada@example.org' }, 200: added, 201: added },
  addMany: {
    body: { emails: ['ada@example.org', 'gone@example.org', 'no address'] },
    200: {
      data: [
        { email: 'ada@example.org', added: true, error: null },
        { email: 'gone@example.org', added: false, error: null },
        { email: 'no address', added: false, error: 'invalid_email' },
      ],
      summary: { added: 1, skipped: 2 },
    },
  },
  removeMany: {
    body: { emails: ['ada@example.org'] },
    200: { data: [{ email: 'ada@example.org', deleted: true }], summary: { deleted: 1 } },
  },
  get: { 200: bounced },
  remove: { 200: { deleted: true, email: 'ada@example.org' } },
};
