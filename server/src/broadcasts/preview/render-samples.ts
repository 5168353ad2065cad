import { limits } from '@posthorn/contract';
import { sha256 } from '../../core/crypto/hash.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { cutText } from '../../core/text/characters.ts';
import { checkSource, isSubjectEmpty, whySubjectIsEmpty } from '../../templates/index.ts';
import type { Broadcast } from '../broadcast.ts';
import { type CopyParts, type Reader, renderForReaders } from '../copies/render-mail.ts';
import { fieldsOf, sourceOf } from '../draft/body.ts';

/** A mail of a broadcast as a reader would get it. */
export interface Sample {
  readonly subject: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly missing: readonly string[];
  /** Why its subject is empty, which would prevent sending it; undefined if the subject is not empty. */
  readonly emptySubject: string | undefined;
  /** Whether a body that the author gave has no unsubscribe link of its own that this reader sees. */
  readonly isLinkAdded: boolean;
}

export type SampleFault = ApiError<'invalid_template' | 'template_render_failed'>;

/** Returns a broadcast, in any state, rendered for each reader, or why it cannot be rendered. */
export async function renderSamples(
  parts: CopyParts,
  broadcast: Broadcast,
  { readers, unsubscribeUrl }: { readers: readonly Reader[]; unsubscribeUrl: string },
): Promise<Sample[] | SampleFault> {
  const content = sourceOf(broadcast);
  const owner = { tenantId: broadcast.tenantId, fields: fieldsOf(broadcast) };
  const fault = await checkSource(parts.templates, owner, content);
  if (fault !== undefined) return fault;
  const source = { id: sha256(JSON.stringify(content)), ...content };
  const tasks = readers.map((reader) => ({ source, reader, unsubscribeUrl }));
  const samples: Sample[] = [];
  for (const rendered of await renderForReaders(parts, owner, tasks)) {
    if (rendered.kind === 'failed') return new ApiError('template_render_failed', { alias: broadcast.id }, { detail: rendered.detail });
    const { subject, html, text, missing, isLinkAdded } = rendered;
    const emptySubject = isSubjectEmpty(rendered) ? whySubjectIsEmpty(rendered) : undefined;
    samples.push({ subject: cutText(subject ?? '', limits.subjectLength), html, text, missing, emptySubject, isLinkAdded });
  }
  return samples;
}
