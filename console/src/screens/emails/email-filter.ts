import type { MessageSearch } from '@posthorn/sdk';
import type { Format } from '../../text/format.ts';
import type { Words } from '../../text/words.ts';
import { legible } from '../../ui/legible.ts';
import type { Chip } from '../../ui/lists/filters.tsx';

/** The search filters of the log, by their names in the address. */
export const EMAIL_FILTERS = [
  'recipient',
  'status',
  'from',
  'subject',
  'domain',
  'stream',
  'template',
  'broadcast',
  'tag',
  'value',
  'since',
  'until',
] as const;

export type EmailFilters = { readonly [K in (typeof EMAIL_FILTERS)[number]]?: string };

const STATES = ['queued', 'scheduled', 'sending', 'sent', 'failed', 'cancelled', 'suppressed'] as const;
const STREAMS = ['transactional', 'marketing'] as const;

export { STATES as MESSAGE_STATES, STREAMS };

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns when a day begins for the reader, or the day after it; undefined for an invalid day. */
function startOf(day: string | undefined, after = 0): number | undefined {
  if (day === undefined || !DAY.test(day)) return undefined;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = new Date(year, month - 1, date + after).getTime();
  return Number.isNaN(at) ? undefined : at;
}

/** Returns the search for the service; filters unknown to it are omitted. */
export function searchOf(filters: EmailFilters): MessageSearch {
  const given: MessageSearch = {
    recipient: filters.recipient,
    status: STATES.find((state) => state === filters.status),
    from: filters.from,
    subject: filters.subject,
    domain_id: filters.domain,
    stream: STREAMS.find((stream) => stream === filters.stream),
    template_alias: filters.template,
    broadcast_id: filters.broadcast,
    tag_key: filters.tag,
    tag_value: filters.tag === undefined ? undefined : filters.value,
    since: startOf(filters.since),
    until: startOf(filters.until, 1),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Interprets the text of the single field: with an @ it is an address, otherwise part of the subject. */
export const readTyped = (typed: string): EmailFilters =>
  typed.includes('@') ? { recipient: typed } : typed === '' ? {} : { subject: typed };

/** Parses a typed tag, `key` or `key:value`. */
export function readTag(typed: string): EmailFilters {
  const [tag = '', ...rest] = typed.trim().split(':');
  return tag === '' ? {} : rest.length === 0 ? { tag } : { tag, value: rest.join(':') };
}

export const tagText = ({ tag, value }: EmailFilters): string => [tag, value].filter((part) => part !== undefined).join(':');

interface Wording {
  readonly words: Words;
  readonly format: Format;
  /** Returns the name of a domain or broadcast by its id. */
  nameOf(id: string): string;
}

/** Returns the filters in use besides the field and the state, which are visible themselves. */
export function chipsOf(filters: EmailFilters, { words, format, nameOf }: Wording): readonly Chip[] {
  const search = searchOf(filters);
  const told: readonly (readonly [name: string, value: string | undefined, names: readonly string[]])[] = [
    ...(filters.recipient === undefined ? [] : [[words.search.subject, filters.subject, ['subject']] as const]),
    [words.search.from, search.from, ['from']],
    [words.search.domain, search.domain_id === undefined ? undefined : nameOf(search.domain_id), ['domain']],
    [words.search.stream, search.stream === undefined ? undefined : words.streams[search.stream], ['stream']],
    [words.search.template, search.template_alias, ['template']],
    [words.search.broadcast, search.broadcast_id === undefined ? undefined : nameOf(search.broadcast_id), ['broadcast']],
    [words.search.tag, filters.tag === undefined ? undefined : tagText(filters), ['tag', 'value']],
    [words.search.firstDay, search.since === undefined ? undefined : format.date(search.since), ['since']],
    [words.search.lastDay, search.until === undefined ? undefined : format.date(search.until - 1), ['until']],
  ];
  return told.flatMap(([name, value, names]) => (value === undefined ? [] : [{ label: `${name}: ${legible(value)}`, names }]));
}
