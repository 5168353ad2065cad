import type { Db } from '@posthorn/server';
import { insertMany } from '../../../server/src/db/dialect.ts';
import { AUDIENCES, BROADCASTS, type Subject } from './filter-cases.ts';

const TENANT = 'ten_1';

const message = (id: string, broadcastId: string) => ({
  id,
  tenant_id: TENANT,
  position: Number(id.slice(4)),
  created_at: 1,
  updated_at: 1,
  status: 'sent',
  stream: 'marketing',
  from_address: 'a@b.c',
  domain_id: 'dom_1',
  subject: 'x',
  recipients: '[]',
  tags: '{}',
  template_alias: null,
  template_version: null,
  test_mode: 0 as const,
  track_opens: 0 as const,
  track_clicks: 0 as const,
  body_id: 'bod_1',
  scheduled_at: null,
  sent_at: null,
  provider_message_id: null,
  broadcast_id: broadcastId,
  automation_id: null,
  contact_id: null,
  due_at: null,
  claim_job: null,
  claim_attempt: null,
  claim_expires_at: null,
  attempts: 1,
  charge: null,
  first_attempt_at: null,
});

const messageOf = (broadcastId: string) => `msg_${BROADCASTS.indexOf(broadcastId) + 1}`;

const eventsOf = ({ id, events }: Subject) =>
  events.map(({ type, at, broadcastId }, index) => ({
    id: `evt_${id}_${index}`,
    tenant_id: TENANT,
    message_id: broadcastId === null ? null : messageOf(broadcastId),
    type,
    recipients: '[]',
    data: '{}',
    provider_message_id: null,
    test_mode: 0 as const,
    created_at: at,
    test_position: null,
    counted: null,
    contact_id: id,
    place: null,
  }));

const membershipsOf = ({ id, audiences, created_at }: Subject) =>
  audiences.map((audience) => ({
    audience_id: audience,
    contact_id: id,
    tenant_id: TENANT,
    contact_created_at: created_at,
    created_at: 1,
  }));

type Contact = Pick<Subject, 'id' | 'email' | 'status' | 'attributes' | 'created_at' | 'updated_at'>;

export async function insertContacts(db: Db, contacts: readonly Contact[], tenantId = TENANT): Promise<void> {
  const rows = contacts.map(({ id, email, status, attributes, created_at, updated_at }) => ({
    id,
    tenant_id: tenantId,
    email,
    status,
    attributes: JSON.stringify(attributes),
    created_at,
    updated_at,
  }));
  await db.transact((trx) => insertMany(trx, 'contacts', rows));
}

/** Inserts contacts with their audiences, messages and events. */
export async function insertSubjects(db: Db, subjects: readonly Subject[]): Promise<void> {
  const stored = { tenant_id: TENANT, description: '', member_count: 0, subscribed_count: 0, created_at: 1, updated_at: 1 };
  const audiences = AUDIENCES.map((id) => ({ ...stored, id, name: id }));
  const messages = BROADCASTS.map((id) => message(messageOf(id), id));
  await insertContacts(db, subjects);
  await db.transact(async (trx) => {
    await insertMany(trx, 'audiences', audiences);
    await insertMany(trx, 'audience_members', subjects.flatMap(membershipsOf));
    await insertMany(trx, 'messages', messages);
    await insertMany(trx, 'events', subjects.flatMap(eventsOf));
  });
}
