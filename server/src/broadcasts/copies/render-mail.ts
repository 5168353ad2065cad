import { limits } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { type Contact, findContactsById } from '../../contacts/index.ts';
import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { cutText } from '../../core/text/characters.ts';
import { isBlank } from '../../core/text/is-blank.ts';
import type { RenderedMail, SharedMail } from '../../delivery/index.ts';
import {
  emptySubjectReason,
  type PartFields,
  type RenderedContent,
  renderContents,
  type StoredSource,
  type Templates,
} from '../../templates/index.ts';
import { FIELDS } from '../draft/body.ts';
import type { Copies } from './copies.ts';

/** The contact that a mail is rendered for; its id is null if no contact has the address. */
export type Reader = Pick<Contact, 'email' | 'status' | 'attributes'> & { readonly id: string | null };

/**
 * Returns the model for rendering a body: the paths of segment fields, and at the top level the attributes that do not collide with them.
 */
const modelOf = ({ id, email, status, attributes }: Reader, unsubscribeUrl: string) => ({
  ...attributes,
  email,
  status,
  attributes,
  contact_id: id,
  unsubscribe_url: unsubscribeUrl,
});

function toRenderedMail(content: RenderedContent): RenderedMail {
  if (content.kind === 'failed') return { kind: 'failed', reason: `template_render_failed: ${content.detail}` };
  const subject = cutText(content.subject ?? '', limits.subjectLength);
  if (isBlank(subject)) return { kind: 'failed', reason: emptySubjectReason(content) };
  return { kind: 'ready', subject, html: content.html, text: content.text };
}

export interface ReaderTask {
  readonly source: StoredSource;
  readonly reader: Reader;
  readonly unsubscribeUrl: string;
}

/** What copies are rendered with. */
export interface CopyParts {
  readonly templates: Templates;
  readonly copies: Copies;
}

/** A rendered copy of a mail; `isLinkAdded`: a body that its author gave had no unsubscribe link that this reader sees. */
export type RenderedCopy = Exclude<RenderedContent, { kind: 'failed' }> & { readonly isLinkAdded: boolean };

/** Returns the contents of tasks, in order, of prepared sources. What fails is rendered as it was written: signs take room in its output, and time. */
async function renderPrepared(
  { templates, copies }: CopyParts,
  owner: { readonly tenantId: string; readonly fields: PartFields },
  tasks: readonly ReaderTask[],
): Promise<RenderedContent[]> {
  const prepared = new Map<string, StoredSource>();
  for (const { source } of tasks) if (!prepared.has(source.id)) prepared.set(source.id, await copies.prepare(source));
  const written = tasks.map(({ source, reader, unsubscribeUrl }) => ({ source, model: modelOf(reader, unsubscribeUrl) }));
  const marked = written.map(({ source, model }) => ({ source: prepared.get(source.id) ?? source, model }));
  const contents = await renderContents(templates, owner, marked);
  const failed = written.filter((_, place) => contents[place]?.kind === 'failed');
  const again = failed.length === 0 ? [] : await renderContents(templates, owner, failed);
  const others = again.values();
  return contents.map((content) => (content.kind === 'failed' ? (others.next().value ?? content) : content));
}

/** Returns sources of one tenant rendered for their readers, in order, with an unsubscribe link in every part. */
export async function renderForReaders(
  parts: CopyParts,
  owner: { readonly tenantId: string; readonly fields: PartFields },
  tasks: readonly ReaderTask[],
): Promise<(RenderedCopy | Extract<RenderedContent, { kind: 'failed' }>)[]> {
  const contents = await renderPrepared(parts, owner, tasks);
  const rendered: Awaited<ReturnType<typeof renderForReaders>> = [];
  // One after another: together they would monopolize the event loop.
  for (const [place, content] of contents.entries()) {
    await yieldTurns(1);
    const { unsubscribeUrl = '' } = tasks[place] ?? {};
    rendered.push(content.kind === 'failed' ? content : await parts.copies.complete(content, { tenantId: owner.tenantId, unsubscribeUrl }));
  }
  return rendered;
}

const toTask = ({ subject, body, unsubscribeUrl }: SharedMail, reader: Contact): ReaderTask => ({
  source: { id: body.id, subject, html: body.html, text: body.text },
  reader,
  unsubscribeUrl,
});

/**
 * Renders the mails of a batch for their contacts and returns the results by message id, with one look-up of contacts and one run of
 * templates for each tenant.
 */
export async function renderMail(
  { app, ...parts }: CopyParts & { readonly app: AppContext },
  mails: readonly SharedMail[],
): Promise<Map<string, RenderedMail>> {
  const ids = mails.flatMap(({ contactId }) => contactId ?? []);
  const contacts = new Map((await findContactsById(app.db.read, ids)).map((contact) => [contact.id, contact]));
  const known = mails.flatMap((mail) => {
    const contact = contacts.get(mail.contactId ?? '');
    return contact === undefined || contact.tenantId !== mail.tenantId ? [] : [{ mail, contact }];
  });
  const results = new Map<string, RenderedMail>();
  for (const [tenantId, own] of Map.groupBy(known, ({ mail }) => mail.tenantId)) {
    const rendered = await renderForReaders(
      parts,
      { tenantId, fields: FIELDS },
      own.map(({ mail, contact }) => toTask(mail, contact)),
    );
    for (const [place, { mail }] of own.entries()) {
      const result = rendered[place];
      if (result !== undefined) results.set(mail.messageId, toRenderedMail(result));
    }
  }
  return results;
}
