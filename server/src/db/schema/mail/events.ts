import type { Flag } from '../flag.ts';

export interface EventRow {
  id: string;
  tenant_id: string;
  message_id: string | null;
  type: string;
  /** JSON array. */
  recipients: string;
  /** JSON object. */
  data: string;
  provider_message_id: string | null;
  test_mode: Flag;
  created_at: number;
  /** Place in the log of simulated events, for those that are listed there. */
  test_position: number | null;
  /** The contact that the event concerns, if it went to one as such or is about one. */
  contact_id: string | null;
  /** 1 where the statistics have it; null of a message's from before they were kept. */
  counted: Flag | null;
  /** Place in the order of recording, given by the database; null for events from before there was one. */
  place: number | null;
}
