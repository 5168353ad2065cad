import type { AccountEventType, WebhookEventData } from '@posthorn/contract';
import { insertEvents, type Trx } from '../db/dialect.ts';
import type { EventRow } from '../db/schema.ts';

/** Something that happened to the tenant's own things instead of a message. */
interface AnnouncementOf<T extends AccountEventType> {
  readonly id: string;
  readonly tenantId: string;
  readonly type: T;
  /** The contact that it is about. */
  readonly contactId: string | null;
  /** The payload besides type, id and time, as on the wire. */
  readonly data: Readonly<WebhookEventData<T>>;
  readonly at: number;
}

export type Announcement = { readonly [T in AccountEventType]: AnnouncementOf<T> }[AccountEventType];

export async function insertAnnouncements(trx: Trx, announcements: readonly Announcement[]): Promise<void> {
  const rows = announcements.map(
    ({ id, tenantId, type, contactId, data, at }): EventRow => ({
      id,
      tenant_id: tenantId,
      message_id: null,
      type,
      recipients: '[]',
      data: JSON.stringify(data),
      provider_message_id: null,
      test_mode: 0,
      created_at: at,
      test_position: null,
      contact_id: contactId,
      counted: null,
      place: null,
    }),
  );
  await insertEvents(trx, rows);
}
