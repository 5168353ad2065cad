import { limits } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { type Contact, findContactsById } from '../contacts/index.ts';
import { yieldTurns } from '../core/concurrency/event-loop.ts';
import { cutText } from '../core/text/characters.ts';
import { isBlank } from '../core/text/is-blank.ts';
import type { RenderedMail, SharedMail } from '../delivery/index.ts';
import {
  emptySubjectReason,
  type PartFields,
  type RenderedContent,
  renderContents,
  type StoredSource,
  type Templates,
} from '../templates/index.ts';
import { FIELDS } from './draft/body.ts';
import { mayHideLink, withOwnLink } from './draft/unsubscribe-link.ts';

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

/** Returns the ids of the sources that may hide their link from a reader; each is examined once. */
async function findHiding(tasks: readonly ReaderTask[]): Promise<Set<string>> {
  const hiding = new Set<string>();
  const sources = new Map(tasks.map(({ source }) => [source.id, source]));
  for (const { id, html } of sources.values()) if (html !== null && (await mayHideLink(html))) hiding.add(id);
  return hiding;
}

/** Returns sources of one tenant rendered for their readers, in order, with an unsubscribe link in every part. */
export async function renderForReaders(
  templates: Templates,
  owner: { readonly tenantId: string; readonly fields: PartFields },
  tasks: readonly ReaderTask[],
): Promise<RenderedContent[]> {
  const models = tasks.map(({ source, reader, unsubscribeUrl }) => ({ source, model: modelOf(reader, unsubscribeUrl) }));
  const contents = await renderContents(templates, owner, models);
  const hiding = await findHiding(tasks);
  const linked: RenderedContent[] = [];
  // One after another: together they would monopolize the event loop.
  for (const [place, content] of contents.entries()) {
    const task = tasks[place];
    await yieldTurns(1);
    if (content.kind === 'failed' || task === undefined) linked.push(content);
    else linked.push(await withOwnLink(content, task.unsubscribeUrl, hiding.has(task.source.id)));
  }
  return linked;
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
  { app, templates }: { readonly app: AppContext; readonly templates: Templates },
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
      templates,
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
