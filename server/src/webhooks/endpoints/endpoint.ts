import type { Webhook, WebhookAttempt } from '@posthorn/contract';

export type SubscribedTypes = Webhook['events'];

/** Attempts of an endpoint that have failed without a success since. Times are in epoch milliseconds. */
export interface Failing {
  readonly since: number;
  readonly attempts: number;
  /** The result of the last one. */
  readonly last: Pick<WebhookAttempt, 'at' | 'response_status' | 'error'>;
}

/** A webhook endpoint: a URL of a tenant to which events are posted. */
export interface Endpoint {
  readonly id: string;
  readonly tenantId: string;
  readonly url: string;
  readonly types: SubscribedTypes;
  readonly description: string | null;
  readonly active: boolean;
  /** The signing secret, sealed. */
  readonly secret: string;
  /** The secret before, sealed, which signs as well until `previousUntil`. */
  readonly previousSecret: string | null;
  readonly previousUntil: number | null;
  /** Those before that one that sign as well, sealed together; null for none. */
  readonly earlierSecrets: string | null;
  /** Null where the last attempt has succeeded, or none was made. */
  readonly failing: Failing | null;
  readonly createdAt: number;
}

/** Returns each type once; `*` alone where it is among them. */
export const normalizeTypes = (types: SubscribedTypes): SubscribedTypes => (types.includes('*') ? ['*'] : [...new Set(types)]);

/** Returns whether an endpoint with these types gets events of a type. */
export const isSubscribed = (types: SubscribedTypes, type: string): boolean => types.some((one) => one === '*' || one === type);
