import type { ContactEvent, Contact as WireContact } from '@posthorn/contract';
import type { RecordedEvent } from '../events/index.ts';
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

export const presentContactEvent = (event: RecordedEvent): ContactEvent => ({
  id: event.id,
  type: event.type,
  message_id: event.messageId,
  test_mode: event.testMode,
  timestamp: event.createdAt,
  data: { ...event.data },
});
