import { op } from '../operation.ts';
import { suppressionForms } from '../suppressions.ts';

export const suppressions = {
  list: op({
    method: 'GET',
    path: '/admin/suppressions',
    summary: 'List addresses that get no mail of any tenant',
    tags: ['Suppressions'],
    scope: 'operator',
    query: suppressionForms.listQuery,
    responses: { 200: suppressionForms.page },
    errors: ['invalid_cursor'],
  }),
  add: op({
    method: 'POST',
    path: '/admin/suppressions',
    summary: 'Suppress an address for all tenants',
    tags: ['Suppressions'],
    scope: 'operator',
    body: suppressionForms.body,
    missing: 'validation_failed',
    responses: { 200: suppressionForms.suppression, 201: suppressionForms.suppression },
    errors: ['invalid_email'],
  }),
  remove: op({
    method: 'DELETE',
    path: '/admin/suppressions/{email}',
    summary: 'Take an address off the list of all tenants',
    tags: ['Suppressions'],
    scope: 'operator',
    params: suppressionForms.emailParam,
    responses: { 200: suppressionForms.removed },
    errors: [],
  }),
};
