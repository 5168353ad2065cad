import type { Contact } from '@posthorn/sdk';

export type ContactState = Contact['status'];

export const CONTACT_STATES = ['subscribed', 'unsubscribed', 'cleaned'] as const satisfies readonly ContactState[];

export const isContactState = (value: unknown): value is ContactState => CONTACT_STATES.some((state) => state === value);
