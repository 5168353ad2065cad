import type { ContactEvent, Contact as WireContact } from '@posthorn/contract';
import type { EventRow } from '../db/schema.ts';
import type { Contact, SavedContact } from './contact.ts';

export const presentContact = (contact: Contact): WireContact => ({
  id: contact.id,
  email: contact.email,
  status: contact.status,
  attributes: contact.attributes,
  created_at: contact.createdAt,
  updated_at: contact.updatedAt,
});

export const presentSaved = ({ contact: { id, email, status, attributes }, created }: SavedContact) => ({
  id,
  email,
  status,
  attributes,
  created,
});

export const presentContactEvent = (row: EventRow): ContactEvent => ({
  id: row.id,
  // Safe because only types of the contract are ever written, with objects beside them.
  type: row.type as ContactEvent['type'],
  message_id: row.message_id,
  test_mode: row.test_mode === 1,
  timestamp: row.created_at,
  data: JSON.parse(row.data) as Record<string, unknown>,
});
