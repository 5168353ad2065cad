import type { Broadcast, UpdateBroadcastRequest } from '@posthorn/sdk';
import { changesOf } from '../../ui/forms/changes.ts';
import { readTarget } from './target.tsx';

const FIELDS = ['name', 'subject', 'preview_text', 'from', 'reply_to', 'body_html', 'body_text', 'target_kind', 'target_id'] as const;

type DraftFields = Readonly<Record<(typeof FIELDS)[number], string | null>>;

/** Fields have line feeds alone. */
const toField = (value: string | null) => value?.replaceAll(/\r\n?/g, '\n') || null;

/** Returns the content of a draft as the form has it; an empty field clears. */
export const contentOf = (draft: DraftFields): DraftFields => ({
  name: toField(draft.name),
  subject: toField(draft.subject),
  preview_text: toField(draft.preview_text),
  from: toField(draft.from),
  reply_to: toField(draft.reply_to),
  body_html: toField(draft.body_html),
  body_text: toField(draft.body_text),
  target_kind: draft.target_kind,
  target_id: draft.target_id,
});

/**
 * Reads what the form has changed of the draft that it was filled with; an empty field clears. A new sender clears `from_domain_id`, which
 * has no field and must match the sender.
 */
export function readChanges(fields: ReadonlyMap<string, string>, filled: Broadcast): UpdateBroadcastRequest {
  const line = (name: string) => fields.get(name)?.trim() || null;
  const body = (name: string) => fields.get(name) || null;
  const target = readTarget(fields.get('target') ?? '');
  const written = contentOf({
    name: fields.get('name') ?? '',
    subject: line('subject'),
    preview_text: line('preview_text'),
    from: line('from'),
    reply_to: line('reply_to'),
    body_html: body('body_html'),
    body_text: body('body_text'),
    target_kind: target.target_kind ?? null,
    target_id: target.target_id ?? null,
  });
  const { target_kind, target_id, name, ...changed } = changesOf(written, contentOf(filled));
  return {
    ...changed,
    ...(typeof name === 'string' ? { name } : {}),
    ...(target_kind === undefined && target_id === undefined ? {} : target),
    ...(typeof changed.from === 'string' ? { from_domain_id: null } : {}),
  };
}
