import { op } from '../core/operation.ts';
import { suppressionForms } from '../suppressions.ts';

export const erasures = {
  create: op({
    method: 'POST',
    path: '/admin/erasures',
    summary: 'Erase an address over all tenants',
    tags: ['Erasures'],
    scope: 'operator',
    body: suppressionForms.body,
    missing: 'validation_failed',
    responses: { 200: suppressionForms.erased },
    answers: { 200: 'What any tenant held about the address is erased.' },
    errors: ['invalid_email'],
  }),
  delete: op({
    method: 'DELETE',
    path: '/admin/erasures/{email}',
    summary: "Take an address off the operator's erasure list",
    tags: ['Erasures'],
    scope: 'operator',
    params: suppressionForms.emailParam,
    responses: { 200: suppressionForms.removed },
    answers: { 200: 'The address may get mail again.' },
    errors: [],
  }),
};
