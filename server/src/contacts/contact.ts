import type { ContactStatus } from '@posthorn/contract';
import { ApiError } from '../core/api-error.ts';
import { type AttributeFault, type Attributes, mergeAttributes } from './attributes.ts';

/** A person that a tenant may write to. */
export interface Contact {
  readonly id: string;
  readonly tenantId: string;
  /** Bare and in lower case; unique within the tenant, and never changed. */
  readonly email: string;
  readonly status: ContactStatus;
  readonly attributes: Attributes;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What somebody wants to be known of an address. */
export interface ContactEntry {
  readonly email: string;
  /** Put over those that are there. */
  readonly attributes: Attributes;
  /** Undefined: as it is, `subscribed` for a new contact. */
  readonly status: ContactStatus | undefined;
}

export type SaveFault = AttributeFault | ApiError<'contact_limit_reached'>;

/** What became of an entry. */
export interface SavedContact {
  readonly contact: Contact;
  readonly created: boolean;
}

/** Contacts that a tenant may still make. */
export interface Room {
  readonly count: number;
  /** Null: without a limit. */
  readonly limit: number | null;
}

export const lacksRoom = ({ count, limit }: Room, more: number): boolean => limit !== null && count + more > limit;

/** A contact with what an entry says put over it. */
export function changeContact(contact: Contact, entry: Omit<ContactEntry, 'email'>, at: number): Contact | AttributeFault {
  const attributes = mergeAttributes(contact.attributes, entry.attributes);
  if (attributes instanceof ApiError) return attributes;
  return { ...contact, attributes, status: entry.status ?? contact.status, updatedAt: at };
}

export interface PlanInput {
  readonly tenantId: string;
  readonly entries: readonly ContactEntry[];
  /** Those that there are of the entries' addresses. */
  readonly known: readonly Contact[];
  readonly room: Room;
  readonly at: number;
  readonly newId: () => string;
}

export interface Plan {
  /** One for each entry, in order. */
  readonly results: readonly (SavedContact | SaveFault)[];
  readonly inserted: readonly Contact[];
  readonly changed: readonly Contact[];
  /** Addresses whose contact is to get marketing mail again. */
  readonly resubscribed: readonly string[];
}

/** Decides over all entries in memory, in order: one that repeats an address changes what the one before has made. */
export function planContacts({ tenantId, entries, known, room, at, newId }: PlanInput): Plan {
  const contacts = new Map(known.map((contact) => [contact.email, contact]));
  const before = new Set(contacts.keys());
  const touched = new Set<string>();
  const resubscribed = new Set<string>();

  function save(entry: ContactEntry): SavedContact | SaveFault {
    const { email } = entry;
    const there = contacts.get(email);
    const blank = { id: '', tenantId, email, status: 'subscribed', attributes: {}, createdAt: at, updatedAt: at } as const;
    const contact = changeContact(there ?? blank, entry, at);
    if (contact instanceof ApiError) return contact;
    const created = there === undefined;
    if (created && lacksRoom(room, contacts.size - before.size + 1))
      return new ApiError('contact_limit_reached', { limit: room.limit ?? 0 });
    const saved = created ? { ...contact, id: newId() } : contact;
    contacts.set(email, saved);
    touched.add(email);
    if (entry.status === 'subscribed') resubscribed.add(email);
    return { contact: saved, created };
  }

  const results = entries.map(save);
  const written = [...contacts.values()].filter(({ email }) => touched.has(email));
  return {
    results,
    inserted: written.filter(({ email }) => !before.has(email)),
    changed: written.filter(({ email }) => before.has(email)),
    resubscribed: [...resubscribed].filter((email) => contacts.get(email)?.status === 'subscribed'),
  };
}
