import { EMPTY_SUBJECT, isBlank } from '../../core/text/is-blank.ts';
import type { Templates } from '../templates.ts';
import {
  type AbortedTask,
  type ContentOwner,
  fieldOf,
  type PartFields,
  type RenderedParts,
  type RenderOutcome,
  type StoredSource,
  type TemplateModel,
} from './render-task.ts';
import { runTasks } from './run-tasks.ts';

/** Variables that are named where a subject is empty. */
const MOST_NAMED = 5;

/** The parts of a mail, or why there is none. */
export type RenderedContent = RenderedParts | { readonly kind: 'failed'; readonly detail: string };

function toContent(outcome: RenderOutcome | AbortedTask | undefined, fields: PartFields): RenderedContent {
  if (outcome?.kind === 'rendered') return outcome;
  if (outcome?.kind === 'fault') return { kind: 'failed', detail: `${fields[outcome.part]}, line ${outcome.line}: ${outcome.detail}` };
  return { kind: 'failed', detail: outcome?.kind === 'aborted' ? outcome.detail : 'It could not be finished.' };
}

/** Renders what is no template of its own, and never changes: bodies of broadcasts and automations, each with a model. Returns a result for each, in order, whatever time they take together. */
export async function renderContents(
  { pool }: Templates,
  { tenantId, fields = fieldOf }: ContentOwner,
  contents: readonly { source: StoredSource; model: TemplateModel }[],
): Promise<RenderedContent[]> {
  const tasks = contents.map((content) => ({ kind: 'render' as const, ...content }));
  const outcomes = await runTasks(pool, tasks, { tenantId });
  return tasks.map((_, place) => toContent(outcomes[place], fields));
}

/** Returns whether there is a subject and it is blank. */
export const isSubjectEmpty = ({ subject }: Pick<RenderedParts, 'subject'>): boolean => subject !== null && isBlank(subject);

/** Returns why a rendered subject is empty, as far as its variables tell. */
export function whySubjectIsEmpty({ blankInSubject: [first, ...others] }: Pick<RenderedParts, 'blankInSubject'>): string {
  if (first === undefined) return EMPTY_SUBJECT;
  const names = [first, ...others].slice(0, MOST_NAMED);
  return `The subject is empty, since ${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} empty or not set.`;
}

/** Returns why mail with a rendered subject does not leave, as it is recorded of those whom it was for. */
export const emptySubjectReason = (parts: Pick<RenderedParts, 'blankInSubject'>): string => `empty_subject: ${whySubjectIsEmpty(parts)}`;
