import { limits } from '@posthorn/contract';
import { ApiError } from '../../core/api-error.ts';
import { sha256 } from '../../core/crypto/hash.ts';
import { cutText } from '../../core/text/characters.ts';
import { checkSource, isSubjectEmpty, type Templates, whySubjectIsEmpty } from '../../templates/index.ts';
import type { Broadcast } from '../broadcast.ts';
import { fieldsOf, sourceOf } from '../draft/body.ts';
import { type Reader, renderForReaders } from '../render-mail.ts';

/** A mail of a broadcast as a reader would get it. */
export interface Sample {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly missing: readonly string[];
  /** Why its subject is empty, which would prevent sending it; undefined if the subject is not empty. */
  readonly emptySubject: string | undefined;
}

export type SampleFault = ApiError<'invalid_template' | 'template_render_failed'>;

/** Returns a broadcast, in any state, rendered for each reader, or why it cannot be rendered. */
export async function renderSamples(
  templates: Templates,
  broadcast: Broadcast,
  { readers, unsubscribeUrl }: { readers: readonly Reader[]; unsubscribeUrl: string },
): Promise<Sample[] | SampleFault> {
  const parts = await sourceOf(templates, broadcast);
  const owner = { tenantId: broadcast.tenantId, fields: fieldsOf(broadcast) };
  const fault = await checkSource(templates, owner, parts);
  if (fault !== undefined) return fault;
  const source = { id: sha256(JSON.stringify(parts)), ...parts };
  const tasks = readers.map((reader) => ({ source, reader, unsubscribeUrl }));
  const samples: Sample[] = [];
  for (const rendered of await renderForReaders(templates, owner, tasks)) {
    if (rendered.kind === 'failed') return new ApiError('template_render_failed', { alias: broadcast.id }, { detail: rendered.detail });
    const { subject, html, text, missing } = rendered;
    const emptySubject = isSubjectEmpty(rendered) ? whySubjectIsEmpty(rendered) : undefined;
    samples.push({ subject: cutText(subject ?? '', limits.subjectLength), html, text, missing, emptySubject });
  }
  return samples;
}
