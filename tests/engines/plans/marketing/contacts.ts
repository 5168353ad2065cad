import { claimExport, countOpenExports, expireExports, listExports } from '../../../../server/src/contacts/export/export-store.ts';
import { listOldestContacts } from '../../../../server/src/contacts/export/exported-contact-store.ts';
import {
  deleteExpiredFailures,
  FIRST_FAILURE,
  findFailures,
  findFailuresNaming,
} from '../../../../server/src/contacts/import/failure-store.ts';
import {
  countOpenImports,
  findImportsNaming,
  listImportBytes,
  listImports,
  listOpenImports,
} from '../../../../server/src/contacts/import/import-store.ts';
import { findContactsByEmail, findContactsOf, findUnsubscribedAddresses, listContacts } from '../../../../server/src/contacts/store.ts';
import { BEFORE_ALL } from '../../../../server/src/db/keyset.ts';
import { type Plan, page } from '../plan.ts';

export const contactPlans: readonly Plan[] = [
  ['contacts', 'contacts_list', (trx) => listContacts(trx, 't', page)],
  ['contacts by status', 'contacts_by_status', (trx) => listContacts(trx, 't', { ...page, status: 'cleaned' })],
  ['one contact by address', 'contacts_by_email', (trx) => listContacts(trx, 't', { limit: 25, email: 'a@b.c' })],
  ['the contacts of addresses', 'contacts_by_email', (trx) => findContactsByEmail(trx, [{ tenantId: 't', email: 'a@b.c' }])],
  ['who gets no marketing mail', 'contacts_by_email', (trx) => findUnsubscribedAddresses(trx, [{ tenantId: 't', email: 'a@b.c' }])],
  [
    'the contacts of an address in all tenants',
    'contacts_by_email',
    (trx) => findContactsOf(trx, { tenantId: null, email: 'a@b.c', limit: 5 }),
  ],
  ['what imports weigh', 'contact_imports_list', (trx) => listImportBytes(trx, 't', page)],
  ['imports', 'contact_imports_list', (trx) => listImports(trx, 't', page)],
  ['imports of a tenant under way', 'contact_imports_(?:open|under_way)', (trx) => countOpenImports(trx, 't')],
  ['exports of a tenant under way', 'contact_exports_under_way', (trx) => countOpenExports(trx, 't')],
  ['open imports', 'contact_imports_open', (trx) => listOpenImports(trx, { after: BEFORE_ALL, limit: 5 })],
  [
    'a walk over the imports of a tenant',
    'contact_imports_list',
    (trx) => findImportsNaming(trx, { tenantId: 't', email: 'a@b.c' }, { after: BEFORE_ALL, limit: 5 }),
  ],
  [
    'a walk over all imports',
    'contact_imports',
    (trx) => findImportsNaming(trx, { tenantId: null, email: 'a@b.c' }, { after: BEFORE_ALL, limit: 5 }),
  ],
  ['rows of an import that could not be used', 'contact_import_failures', (trx) => findFailures(trx, { tenantId: 't', id: 'i', after: 0 })],
  ['such rows whose time is over', 'contact_import_failures_expire', (trx) => deleteExpiredFailures(trx, { now: 1, limit: 5 })],
  [
    'a walk over such rows of a tenant',
    'contact_import_failures',
    (trx) => findFailuresNaming(trx, { tenantId: 't', email: 'a@b.c' }, { after: FIRST_FAILURE, limit: 5 }),
  ],
  [
    'a walk over such rows of all',
    'contact_import_failures',
    (trx) => findFailuresNaming(trx, { tenantId: null, email: 'a@b.c' }, { after: FIRST_FAILURE, limit: 5 }),
  ],
  ['exports', 'contact_exports_list', (trx) => listExports(trx, 't', page)],
  ['an export to be written', 'contact_exports_open', (trx) => claimExport(trx, { claim: 'c', now: 1, expiresAt: 2, after: BEFORE_ALL })],
  ['exports whose time is over', 'contact_exports_expire', (trx) => expireExports(trx, { now: 1, limit: 5 })],
  ['the contacts of an export', 'contacts_list', (trx) => listOldestContacts(trx, 't', { after: BEFORE_ALL, until: 5, limit: 5 })],
];
