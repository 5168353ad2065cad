import type { Contact } from '../../contacts/contact-fields.ts';
import type { ContactExport, ContactImport } from '../../contacts/contact-jobs.ts';
import type { contacts } from '../../contacts/contacts.ts';
import type { ResourceExamples } from '../resource-examples.ts';

export const ada: Contact = {
  id: 'con_01m7y8t0qk3n5v9w2x4z6b8d0f',
  email: 'ada@example.org',
  status: 'subscribed',
  attributes: { first_name: 'Ada', seats: 3, vip: true },
  created_at: 1_790_000_000_000,
  updated_at: 1_790_000_600_000,
};

const { created_at: _, updated_at: __, ...shown } = ada;

const imported: ContactImport = {
  import_id: 'imp_01m7y8t3r5v7x9z1b3d5f7h9kq',
  status: 'done',
  file_name: 'readers.csv',
  audience_id: 'aud_01m7y8v2hs7j4k6m8n0p2q4r6t',
  contact_status: null,
  total_rows: 1200,
  processed_rows: 1200,
  created: 1150,
  updated: 48,
  failed: 2,
  errors: [
    { row: 17, email: 'no address', error: 'invalid_email' },
    { row: 18, email: '', error: 'invalid_email' },
  ],
  error: null,
  columns: ['email', 'first_name', 'seats'],
  created_at: 1_790_000_000_000,
  started_at: 1_790_000_020_000,
  completed_at: 1_790_000_140_000,
};

const exported: ContactExport = {
  export_id: 'exp_01m7y8t5w6y8a0c2e4g6j8m0pr',
  status: 'done',
  row_count: 1200,
  download_url: 'https://mail.example.com/v1/contacts/exports/exp_01m7y8t5w6y8a0c2e4g6j8m0pr/download',
  error: null,
  created_at: 1_790_000_000_000,
  completed_at: 1_790_000_020_000,
  expires_at: 1_790_604_820_000,
};

export const contactExamples: ResourceExamples<typeof contacts> = {
  upsert: {
    body: { email: 'ada@example.org', attributes: { first_name: 'Ada', seats: 3, vip: true } },
    200: { ...shown, created: false },
    201: { ...shown, created: true },
  },
  listEvents: {
    200: {
      data: [
        {
          id: 'evt_01m7y8u4r7g0k3n6q9t2w5z8bc',
          type: 'click',
          message_id: 'msg_01m7y8u1m4d7f0h3k6n9q2s5tv',
          test_mode: false,
          timestamp: 1_790_000_300_000,
          data: { url: 'https://shop.example.com/spring', ip: '203.0.113.9', user_agent: 'Mozilla/5.0' },
        },
      ],
      next_cursor: null,
    },
  },
  list: { 200: { data: [ada], next_cursor: null } },
  search: { 200: { data: [ada], next_cursor: null, searched_until: null } },
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
  import: { 202: { import_id: imported.import_id, status: 'pending' } },
  listImports: { 200: { data: [imported], next_cursor: null } },
  getImport: { 200: imported },
  export: { 202: { export_id: exported.export_id, status: 'pending' } },
  listExports: { 200: { data: [exported], next_cursor: null } },
  getExport: { 200: exported },
  downloadExport: {},
  downloadFailedRows: {},
};
