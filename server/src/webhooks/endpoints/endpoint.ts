import type { Webhook } from '@posthorn/contract';

export type SubscribedTypes = Webhook['events'];

/** A URL of a tenant that is told of events. */
export interface Endpoint {
  readonly id: string;
  readonly tenantId: string;
  readonly url: string;
  readonly types: SubscribedTypes;
  readonly description: string | null;
  readonly active: boolean;
  /** Sealed. */
  readonly secret: string;
  /** The secret before, sealed, which signs along until `previousUntil`. */
  readonly previousSecret: string | null;
  readonly previousUntil: number | null;
  readonly createdAt: number;
}

/** Each type once; `*` alone where it is among them. */
export const normalizeTypes = (types: SubscribedTypes): SubscribedTypes => (types.includes('*') ? ['*'] : [...new Set(types)]);

export const isSubscribed = (types: SubscribedTypes, type: string): boolean => types.some((one) => one === '*' || one === type);
