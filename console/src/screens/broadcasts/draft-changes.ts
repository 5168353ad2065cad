import type { Broadcast, UpdateBroadcastRequest } from '@posthorn/sdk';
import { readTarget } from './target.tsx';

const FIELDS = ['name', 'subject', 'preview_text', 'from', 'reply_to', 'body_html', 'body_text', 'target_kind', 'target_id'] as const;

type DraftFields = Readonly<Record<(typeof FIELDS)[number], string | null>>;

/** Fields have line feeds alone. */
const toField = (value: string | null) => value?.replaceAll(/\r\n?/g, '\n') || null;

const isSame = (one: DraftFields, other: DraftFields, name: keyof DraftFields) => toField(one[name]) === toField(other[name]);

/** Returns whether a draft has something else in a field that a request leaves as it is: it was changed elsewhere. */
export const isChangedElsewhere = (after: Broadcast, before: Broadcast, request: UpdateBroadcastRequest = {}): boolean =>
  FIELDS.some((name) => !(name in request) && !isSame(after, before, name));

/** Returns what the form was filled with, and what of it was saved since: nothing that was changed elsewhere. */
export const withSaved = (filled: Broadcast, after: Broadcast, request: UpdateBroadcastRequest): Broadcast => ({
  ...filled,
  ...Object.fromEntries(FIELDS.filter((name) => name in request).map((name) => [name, after[name]])),
});

/**
 * Reads what the form has changed of the draft that it was filled with; an empty field clears. The rest is left out, since it may have been
 * changed elsewhere meanwhile. A new sender clears `from_domain_id`, which has no field and must match the sender.
 */
export function readChanges(fields: ReadonlyMap<string, string>, filled: Broadcast): UpdateBroadcastRequest {
  const line = (name: string) => fields.get(name)?.trim() || null;
  const body = (name: string) => fields.get(name) || null;
  const target = readTarget(fields.get('target') ?? '');
  const written: DraftFields = {
    name: fields.get('name') ?? '',
    subject: line('subject'),
    preview_text: line('preview_text'),
    from: line('from'),
    reply_to: line('reply_to'),
    body_html: body('body_html'),
    body_text: body('body_text'),
    target_kind: target.target_kind ?? null,
    target_id: target.target_id ?? null,
  };
  const isChanged = (name: keyof DraftFields) => !isSame(written, filled, name);
  const changed = FIELDS.filter((name) => isChanged(name) || (name.startsWith('target_') && isChanged('target_id')));
  return {
    ...Object.fromEntries(changed.map((name) => [name, written[name]])),
    ...(written.from !== null && isChanged('from') ? { from_domain_id: null } : {}),
  };
}
