import { op } from './core/operation.ts';
import { suppressionForms } from './suppressions.ts';

export const erasures = {
  create: op({
    method: 'POST',
    path: '/v1/erasures',
    summary: 'Erase an address',
    description:
      'Deletes what the tenant holds about the address, and makes it an empty string in what is kept, such as the activity log. No mail ' +
      'of the tenant goes to it from then on; only a keyed hash is remembered. The answer comes when all is done; if it does not, ask again.',
    tags: ['Erasures'],
    scope: 'full',
    body: suppressionForms.body,
    missing: 'validation_failed',
    responses: { 200: suppressionForms.erased },
    answers: { 200: 'What was held about the address is erased, and it gets no more mail.' },
    errors: ['invalid_email'],
  }),
  delete: op({
    method: 'DELETE',
    path: '/v1/erasures/{email}',
    summary: 'Let an erased address get mail again',
    description: 'Answers the same whether or not the address was erased. What was erased stays erased.',
    tags: ['Erasures'],
    scope: 'full',
    params: suppressionForms.emailParam,
    responses: { 200: suppressionForms.removed },
    answers: { 200: 'The address may get mail again.' },
    errors: [],
  }),
};
