import type { BounceClass } from '../refusals/refusal-words.ts';
import type { Complaint } from './read-complaint.ts';

/** What is reported about one recipient. */
export interface RecipientReport {
  readonly type: 'bounce' | 'delivery' | 'delivery_delayed';
  /** Names that the report has for the recipient, the original one first, in lower case; empty where it has none. */
  readonly names: readonly string[];
  readonly class: BounceClass;
  readonly code: number | null;
  readonly diagnostic: string;
  /** Whether a bounce has `Action: failed`, with which its server gives up. */
  readonly final: boolean;
}

/** A mail that came to a return path. */
export type ReturnedMail =
  | { readonly kind: 'status'; readonly reports: readonly RecipientReport[] }
  | ({ readonly kind: 'complaint' } & Complaint)
  | { readonly kind: 'auto_reply' | 'other' };
