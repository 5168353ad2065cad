import { PosthornError, type SendRequest } from '@posthorn/sdk';
import type { Words } from '../../text/words.ts';
import { legible, legibleAddress } from '../../ui/legible.ts';

/** Fields of the form that sends a mail. */
type SendField = 'from' | 'to' | 'subject' | 'text' | 'html' | 'template' | 'model' | 'at';
export type SendFaults = Readonly<Partial<Record<SendField, string>>>;

const PLACED = /^to\[(\d+)\]$/;

function faultOfRecipients(path: string, max: number | undefined, { request, words }: Sent): SendFaults {
  const given = request.to[Number(PLACED.exec(path)?.[1])];
  if (given !== undefined) return { to: words.send.faults.address(legible(given)) };
  return { to: max === undefined ? words.send.faults.nobody : words.send.faults.tooMany(max) };
}

function faultOfBody(field: 'text' | 'html', max: number | undefined, words: Words): SendFaults {
  return { [field]: max === undefined ? words.send.faults.empty : words.send.faults.tooLong };
}

interface Sent {
  readonly request: SendRequest;
  readonly words: Words;
}

function faultOfField(path: string, max: number | undefined, sent: Sent): SendFaults {
  const { request, words } = sent;
  if (path === 'to' || PLACED.test(path)) return faultOfRecipients(path, max, sent);
  if (path === 'from') return { from: words.send.faults.address(legibleAddress(request.from)) };
  if (path === 'subject') return { subject: max === undefined ? words.send.faults.noSubject : words.send.faults.tooLong };
  if (path === 'scheduled_at') return { at: words.send.faults.at };
  // Output of a template has no field here: its fault is shown below the form.
  if (path === 'text_body' && request.text_body !== undefined) return faultOfBody('text', max, words);
  if (path === 'html_body' && request.html_body !== undefined) return faultOfBody('html', max, words);
  if (path === 'template_model') return { model: words.send.faults.tooLong };
  return {};
}

/** Returns the faults by the field they are shown at; empty if they concern no field. */
export function faultsOf(failure: unknown, sent: Sent): SendFaults {
  if (!(failure instanceof PosthornError)) return {};
  const { words } = sent;
  if (failure.is('from_domain_not_verified')) return { from: words.failures.codes.from_domain_not_verified };
  if (failure.is('template_not_found')) return { template: words.send.faults.noTemplate };
  if (!failure.is('validation_failed')) return {};
  const { field, max } = failure.fields;
  return field === undefined ? {} : faultOfField(field, max, sent);
}
