import { z } from 'zod';
import { contact } from '../contacts/contact-fields.ts';
import { deleted, id, idOf, idParam, name, storedName, timestamp } from '../core/fields.ts';
import { op } from '../core/operation.ts';
import { bodyLimit, keysetPage, keysetQuery } from '../core/pagination.ts';
import { givenFilter, segmentFilter } from './segment-filter.ts';

const segment = z
  .object({
    id,
    name: storedName,
    filter: segmentFilter.describe('As submitted.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Segment' });

export type Segment = z.infer<typeof segment>;

const count = z.int().describe('Contacts that match now.');

export const segments = {
  create: op({
    method: 'POST',
    path: '/v1/segments',
    summary: 'Save a filter of contacts',
    description: 'The filter is validated now, and again whenever it is used.',
    tags: ['Segments'],
    scope: 'full',
    body: z.object({ name, filter: givenFilter }),
    responses: { 201: segment },
    answers: { 201: 'The segment is saved.' },
    errors: ['invalid_filter'],
  }),
  list: op({
    method: 'GET',
    path: '/v1/segments',
    summary: 'List segments',
    description: 'Newest first.',
    tags: ['Segments'],
    scope: 'full',
    query: keysetQuery('seg'),
    responses: { 200: keysetPage(segment) },
    answers: { 200: 'A page of segments, newest first.' },
    errors: ['invalid_cursor'],
  }),
  get: op({
    method: 'GET',
    path: '/v1/segments/{id}',
    summary: 'Get a segment',
    description: 'Its name, and its filter as submitted.',
    tags: ['Segments'],
    scope: 'full',
    params: idParam,
    responses: { 200: segment },
    answers: { 200: 'The segment with its filter.' },
    errors: ['not_found'],
  }),
  update: op({
    method: 'PATCH',
    path: '/v1/segments/{id}',
    summary: 'Rename a segment or replace its filter',
    description: 'Omitted fields stay as they are.',
    tags: ['Segments'],
    scope: 'full',
    params: idParam,
    body: z.object({ name: name.optional(), filter: givenFilter.optional() }),
    responses: { 200: segment },
    answers: { 200: 'The segment as it is now.' },
    errors: ['not_found', 'invalid_filter'],
  }),
  delete: op({
    method: 'DELETE',
    path: '/v1/segments/{id}',
    summary: 'Delete a segment',
    description: 'Broadcasts that use it fail when they are next checked.',
    tags: ['Segments'],
    scope: 'full',
    params: idParam,
    responses: { 200: deleted },
    answers: { 200: 'The segment is gone.' },
    errors: ['not_found'],
  }),
  preview: op({
    method: 'POST',
    path: '/v1/segments/preview',
    reads: true,
    summary: 'Preview a filter',
    description: 'Counts the contacts that a filter matches and returns the newest of them. Nothing is saved.',
    tags: ['Segments'],
    scope: 'full',
    body: z.object({ filter: givenFilter, limit: bodyLimit }),
    responses: { 200: z.object({ count, data: z.array(contact).describe('The newest contacts that match, at most `limit`.') }) },
    answers: { 200: 'How many contacts match, and the newest of them.' },
    errors: ['invalid_filter'],
  }),
  listContacts: op({
    method: 'GET',
    path: '/v1/segments/{id}/preview',
    summary: 'List the contacts of a segment',
    description: 'Contacts that match now, oldest first; the filter is checked again.',
    tags: ['Segments'],
    scope: 'full',
    params: idParam,
    query: keysetQuery('con'),
    responses: { 200: keysetPage(contact) },
    answers: { 200: 'A page of the contacts that match now, oldest first.' },
    errors: ['not_found', 'invalid_cursor', 'invalid_filter'],
  }),
  count: op({
    method: 'GET',
    path: '/v1/segments/{id}/count',
    summary: 'Count the contacts of a segment',
    description: 'Counts the contacts that match now; the filter is checked again.',
    tags: ['Segments'],
    scope: 'full',
    params: idParam,
    responses: { 200: z.object({ segment_id: idOf('the segment'), count }) },
    answers: { 200: 'How many contacts match now.' },
    errors: ['not_found', 'invalid_filter'],
  }),
};
