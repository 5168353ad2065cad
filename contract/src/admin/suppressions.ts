import { op } from '../core/operation.ts';
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
    answers: { 200: 'A page of suppressions of all tenants, newest first.' },
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
    answers: { 200: 'The address was on the list; this is its entry.', 201: 'The address is on the list now.' },
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
    answers: { 200: 'The address is not on the list.' },
    errors: [],
  }),
};
