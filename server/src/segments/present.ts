import type { Segment as WireSegment } from '@posthorn/contract';
import type { Segment } from './store.ts';

export const presentSegment = (segment: Segment): WireSegment => ({
  id: segment.id,
  name: segment.name,
  filter: segment.filter,
  created_at: segment.createdAt,
  updated_at: segment.updatedAt,
});
