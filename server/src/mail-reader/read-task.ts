import type { SubmittedMail } from '../mime/read-submitted.ts';
import type { ReturnedMail } from '../reports/returned-mail.ts';
import type { DnsAnswer, DnsQuestion } from './known-answers.ts';
import type { ParsedMail, ReceivedAttachment } from './parse-mail.ts';
import type { MailPolicy, MailSender, ReadPolicy, ReadSender } from './read-policies.ts';
import type { KeyAnswer, SignedMail } from './read-signatures.ts';

export type ReadMail = Omit<ParsedMail, 'attachments'> & {
  readonly attachments: readonly (Omit<ReceivedAttachment, 'content'> & { readonly size: number })[];
};

/** The tasks that read a mail. */
export interface Readings {
  mail: { readonly given: { readonly raw: Uint8Array }; readonly answer: ReadMail };
  submitted: { readonly given: { readonly raw: Uint8Array }; readonly answer: SubmittedMail };
  attachment: { readonly given: { readonly raw: Uint8Array; readonly index: number }; readonly answer: ReceivedAttachment | null };
  report: { readonly given: { readonly raw: Uint8Array; readonly envelopeFrom: string }; readonly answer: ReturnedMail };
  signatures: { readonly given: { readonly raw: Uint8Array; readonly keys: ReadonlyMap<string, KeyAnswer> }; readonly answer: SignedMail };
  sender: { readonly given: PolicyReading<MailSender>; readonly answer: PolicyAnswer<ReadSender> };
  policy: { readonly given: PolicyReading<MailPolicy>; readonly answer: PolicyAnswer<ReadPolicy> };
}

type PolicyReading<T> = { readonly about: T; readonly answers: ReadonlyMap<string, DnsAnswer> };
/** `asked`: the DNS queries that the result still needs. */
type PolicyAnswer<T> = T & { readonly asked: readonly DnsQuestion[] };

export type ReadTask = { readonly [K in keyof Readings]: Readings[K]['given'] & { readonly kind: K } }[keyof Readings];

/** A mail that is not read, and why. */
export interface Unread {
  readonly unreadable: string;
  /** Reading was started and not finished: two processes died of the mail, or the machine was too busy. */
  readonly unfinished?: 'mail' | 'machine';
}

export type ReadAnswer = { readonly answer: Readings[keyof Readings]['answer'] } | Unread;
