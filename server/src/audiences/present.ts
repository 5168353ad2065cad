import type { Audience, AudienceResult } from '@posthorn/contract';
import type { AudienceRow } from '../db/schema.ts';

export const presentResult = ({ id, name, description }: AudienceRow): AudienceResult => ({ id, name, description });

export const presentAudience = (row: AudienceRow): Audience => ({
  ...presentResult(row),
  created_at: row.created_at,
  updated_at: row.updated_at,
});
