import type { SegmentFilter } from '@posthorn/contract';

/** A saved filter of contacts. */
export interface Segment {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  /** As submitted; checked anew whenever it is used. */
  readonly filter: SegmentFilter;
  readonly createdAt: number;
  readonly updatedAt: number;
}
