import type { Contact as WireContact } from '@posthorn/contract';
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
