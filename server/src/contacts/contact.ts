import type { ContactStatus } from '@posthorn/contract';
import { ApiError } from '../core/errors/api-error.ts';
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

/** The data to save for an address. */
export interface ContactEntry {
  readonly email: string;
  /** Merged over the existing ones. */
  readonly attributes: Attributes;
  /** Undefined: unchanged; `subscribed` for a new contact. */
  readonly status: ContactStatus | undefined;
}

export type SaveFault = AttributeFault | ApiError<'contact_limit_reached'>;

/** The result of an entry. */
export interface SavedContact {
  readonly contact: Contact;
  readonly created: boolean;
}

/** How many contacts a tenant has, and how many it may have. */
export interface ContactQuota {
  readonly count: number;
  /** Null: no limit. */
  readonly limit: number | null;
}

export const exceedsQuota = ({ count, limit }: ContactQuota, more: number): boolean => limit !== null && count + more > limit;

/** Returns a contact with the changes of an entry. */
export function changeContact(contact: Contact, entry: Omit<ContactEntry, 'email'>, at: number): Contact | AttributeFault {
  const attributes = mergeAttributes(contact.attributes, entry.attributes);
  if (attributes instanceof ApiError) return attributes;
  return { ...contact, attributes, status: entry.status ?? contact.status, updatedAt: at };
}

export interface PlanInput {
  readonly tenantId: string;
  readonly entries: readonly ContactEntry[];
  /** The existing contacts of the entries' addresses. */
  readonly known: readonly Contact[];
  readonly quota: ContactQuota;
  readonly at: number;
  readonly newId: () => string;
}

export interface Plan {
  /** One for each entry, in order. */
  readonly results: readonly (SavedContact | SaveFault)[];
  readonly inserted: readonly Contact[];
  readonly changed: readonly Contact[];
  /** Addresses whose contact should get marketing mail again. */
  readonly resubscribed: readonly string[];
}

/** Applies an entry to the existing contact, if there is one; a new contact has no id yet. */
function applyEntry({ tenantId, at }: PlanInput, entry: ContactEntry, before: Contact | undefined): Contact | AttributeFault {
  const blank = { id: '', tenantId, email: entry.email, status: 'subscribed', attributes: {}, createdAt: at, updatedAt: at } as const;
  return changeContact(before ?? blank, entry, at);
}

/** Decides on all entries in memory, in order: an entry that repeats an address changes the result of the previous one. */
export function planContacts(input: PlanInput): Plan {
  const { entries, known, quota, newId } = input;
  const contacts = new Map(known.map((contact) => [contact.email, contact]));
  const before = new Set(contacts.keys());
  const touched = new Set<string>();
  const resubscribed = new Set<string>();

  function save(entry: ContactEntry): SavedContact | SaveFault {
    const { email } = entry;
    const created = !contacts.has(email);
    const contact = applyEntry(input, entry, contacts.get(email));
    if (contact instanceof ApiError) return contact;
    if (created && exceedsQuota(quota, contacts.size - before.size + 1))
      return new ApiError('contact_limit_reached', { limit: quota.limit ?? 0 });
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
