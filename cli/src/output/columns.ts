import type { Contact } from '@posthorn/sdk';
import { time } from './describe-record.ts';
import type { Columns } from './table.ts';

/** Contacts, wherever they are listed. */
export const contactColumns: Columns<Contact> = {
  id: ({ id }) => id,
  address: ({ email }) => email,
  status: ({ status }) => status,
  created: ({ created_at: at }) => time(at),
};
