import type { Contact, contacts } from '../contacts.ts';
import type { ResourceExamples } from './resource-examples.ts';

export const ada: Contact = {
  id: 'con_01m7y8t0qk3n5v9w2x4z6b8d0f',
  email: 'ada@example.org',
  status: 'subscribed',
  attributes: { first_name: 'Ada', seats: 3, vip: true },
  created_at: 1_790_000_000_000,
  updated_at: 1_790_000_600_000,
};

const { created_at: _, updated_at: __, ...shown } = ada;

export const contactExamples: ResourceExamples<typeof contacts> = {
  upsert: {
    body: { email: 'ada@example.org', attributes: { first_name: 'Ada', seats: 3, vip: true } },
    200: { ...shown, created: false },
    201: { ...shown, created: true },
  },
  list: { 200: { data: [ada], next_cursor: null } },
  upsertMany: {
    body: { contacts: [{ email: 'ada@example.org', attributes: { seats: 3 } }, { email: 'no address' }] },
    200: {
      data: [
        { index: 0, email: ada.email, id: ada.id, status: 'subscribed', created: true, error: null },
        { index: 1, email: 'no address', id: null, status: null, created: false, error: 'invalid_email' },
      ],
      summary: { created: 1, updated: 0, failed: 1 },
    },
  },
  get: { 200: ada },
  update: { body: { attributes: { seats: 3 } }, 200: { ...shown, created: false } },
  delete: { 200: { deleted: true, id: ada.id, email: ada.email } },
};
