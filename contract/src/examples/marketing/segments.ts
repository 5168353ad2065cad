import type { SegmentFilter } from '../../segments/segment-filter.ts';
import type { Segment, segments } from '../../segments/segments.ts';
import type { ResourceExamples } from '../resource-examples.ts';
import { ada } from './contacts.ts';

const filter: SegmentFilter = {
  and: [
    { field: 'attributes.plan', op: 'eq', value: 'pro' },
    {
      or: [
        { field: 'created_at', op: 'within_days', value: 30 },
        { field: 'events.open', op: 'happened', within_days: 90, min_count: 3 },
      ],
    },
  ],
};

const active: Segment = {
  id: 'seg_01m7y8w5kz3n9r2t4v6x8y0a1c',
  name: 'Active on the pro plan',
  filter,
  created_at: 1_790_000_000_000,
  updated_at: 1_790_000_000_000,
};

export const segmentExamples: ResourceExamples<typeof segments> = {
  create: { body: { name: active.name, filter }, 201: active },
  list: { 200: { data: [active], next_cursor: null } },
  get: { 200: active },
  update: { body: { name: active.name }, 200: active },
  delete: { 200: { deleted: true, id: active.id } },
  preview: { body: { filter, limit: 10 }, 200: { count: 1, data: [ada] } },
  listContacts: { 200: { data: [ada], next_cursor: null } },
  count: { 200: { segment_id: active.id, count: 1 } },
};
