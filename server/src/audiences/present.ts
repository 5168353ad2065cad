import type { AudienceResult, Audience as WireAudience } from '@posthorn/contract';
import type { Audience } from './audience.ts';

export const presentResult = ({ id, name, description }: Audience): AudienceResult => ({ id, name, description });

export const presentAudience = (audience: Audience): WireAudience => ({
  ...presentResult(audience),
  member_count: audience.memberCount,
  subscribed_count: audience.subscribedCount,
  created_at: audience.createdAt,
  updated_at: audience.updatedAt,
});
