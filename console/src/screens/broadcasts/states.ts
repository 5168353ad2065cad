import type { Broadcast, BroadcastRecipient } from '@posthorn/sdk';

export type BroadcastState = Broadcast['status'];

export const BROADCAST_STATES = [
  'draft',
  'scheduled',
  'sending',
  'paused',
  'sent',
  'cancelled',
] as const satisfies readonly BroadcastState[];

export const isBroadcastState = (value: unknown): value is BroadcastState => BROADCAST_STATES.some((state) => state === value);

/** Returns whether it changes by itself. */
export const isMoving = (state: BroadcastState): boolean => state === 'sending';

/** Refresh interval for what changes by itself. */
export const FOLLOW_EVERY_MS = 2000;

/** Refresh interval for what readers do. */
export const LOOK_EVERY_MS = 30_000;

/** The actions available in each state. */
export const MAY: Readonly<Record<'cancel' | 'pause' | 'resume' | 'retry', readonly BroadcastState[]>> = {
  cancel: ['draft', 'scheduled'],
  pause: ['sending'],
  resume: ['paused'],
  retry: ['sent', 'sending', 'paused'],
};

/** Parts of the ledger that list contacts. */
export const LEDGER_STATES = [
  'sent',
  'queued',
  'failed',
  'suppressed',
  'skipped',
] as const satisfies readonly BroadcastRecipient['status'][];

export const isLedgerState = (value: unknown): value is (typeof LEDGER_STATES)[number] => LEDGER_STATES.some((state) => state === value);

export const broadcastKey = (tenant: string, id: string) => ['broadcast', tenant, id] as const;
