import type { Audience, audiences } from '../../audiences.ts';
import type { ResourceExamples } from '../resource-examples.ts';
import { ada } from './contacts.ts';

const readers: Audience = {
  id: 'aud_01m7y8v2hs7j4k6m8n0p2q4r6t',
  name: 'Readers',
  description: 'Those who asked for the letter.',
  member_count: 1200,
  subscribed_count: 1170,
  created_at: 1_790_000_000_000,
  updated_at: 1_790_000_000_000,
};

const { member_count: _, subscribed_count: __, created_at: ___, updated_at: ____, ...shown } = readers;
const membership = { audience_id: readers.id, contact_id: ada.id };

export const audienceExamples: ResourceExamples<typeof audiences> = {
  create: { body: { name: 'Readers', description: 'Those who asked for the letter.' }, 201: shown },
  list: { 200: { data: [readers], next_cursor: null } },
  get: { 200: readers },
  update: { body: { name: 'Readers' }, 200: shown },
  delete: { 200: { deleted: true, id: readers.id } },
  addMember: { body: { contact_id: ada.id }, 200: { ...membership, added: false }, 201: { ...membership, added: true } },
  listOfContact: { 200: { data: [readers], next_cursor: null } },
  listMembers: { 200: { data: [ada], next_cursor: null } },
  addMembers: {
    body: { contact_ids: [ada.id, 'con_01m7y8t0qk0000000000000000'], emails: ['nobody@example.com'] },
    200: {
      data: [
        { contact_id: ada.id, added: true, error: null },
        { contact_id: 'con_01m7y8t0qk0000000000000000', added: false, error: 'contact_not_found' },
        { email: 'nobody@example.com', contact_id: null, added: false, error: 'contact_not_found' },
      ],
      summary: { added: 1, skipped: 2 },
    },
  },
  removeMember: { 200: { deleted: true, ...membership } },
};
