import type { Webhook } from '@posthorn/contract';

export type SubscribedTypes = Webhook['events'];

/** Each type once; `*` alone where it is among them. */
export const normalizeTypes = (types: SubscribedTypes): SubscribedTypes => (types.includes('*') ? ['*'] : [...new Set(types)]);

/** Types of an endpoint as stored; safe because only `normalizeTypes` makes what is. */
export const readTypes = (stored: string) => JSON.parse(stored) as SubscribedTypes;

export const isSubscribed = (types: SubscribedTypes, type: string): boolean => types.some((one) => one === '*' || one === type);
