import { op } from './core/operation.ts';
import { suppressionForms } from './suppressions.ts';

export const erasures = {
  create: op({
    method: 'POST',
    path: '/v1/erasures',
    summary: 'Erase an address',
    description:
      'Deletes what the tenant stores about the address, and replaces it with an empty string in what is kept, such as the activity log. No mail ' +
      'of the tenant goes to it from then on; only a keyed hash of it is kept. The response is sent when everything is done; if none arrives, repeat the request.',
    tags: ['Erasures'],
    scope: 'full',
    body: suppressionForms.body,
    missing: 'validation_failed',
    responses: { 200: suppressionForms.erased },
    answers: { 200: 'The data about the address was erased, and it gets no more mail.' },
    errors: ['invalid_email'],
  }),
  delete: op({
    method: 'DELETE',
    path: '/v1/erasures/{email}',
    summary: 'Allow mail to an erased address again',
    description: 'The response is the same whether or not the address was erased. Erased data is not restored.',
    tags: ['Erasures'],
    scope: 'full',
    params: suppressionForms.emailParam,
    responses: { 200: suppressionForms.removed },
    answers: { 200: 'The address may get mail again.' },
    errors: [],
  }),
};
