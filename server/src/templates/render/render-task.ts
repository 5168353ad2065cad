/** Values for a template: JSON. */
export type TemplateModel = Readonly<Record<string, unknown>>;

/** The parts of a template, in Liquid; null where it has no such part. */
export interface TemplateSource {
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
}

export type TemplatePart = keyof TemplateSource;

/** The fields that carry the parts on the wire. */
export type PartFields = { readonly [P in TemplatePart]: string };

/** The names of these parts in templates and emails. */
export const fieldOf: PartFields = { subject: 'subject', html: 'html_body', text: 'text_body' };

/** Whose contents are rendered, and what faults call their parts. */
export interface ContentOwner {
  readonly tenantId: string;
  /** Those of templates by default. */
  readonly fields?: PartFields;
}

/** Contents that never change, compiled once under their id. */
export interface StoredSource extends TemplateSource {
  readonly id: string;
}

export type RenderTask =
  | { readonly kind: 'check'; readonly source: TemplateSource }
  | { readonly kind: 'render'; readonly source: StoredSource; readonly model: TemplateModel };

export interface RenderLimits {
  /** Milliseconds for all tasks of a job. */
  readonly budgetMs: number;
  /** Bytes of a rendered part. */
  readonly outputBytes: number;
}

/** The task of a thread: templates of one tenant. It returns an outcome for each, in order, up to the first that is late. */
export interface RenderJob {
  readonly tasks: readonly RenderTask[];
  /** Epoch milliseconds, for the date filters. */
  readonly now: number;
  readonly limits: RenderLimits;
}

/** Faults of the template itself. */
export interface TemplateFault {
  readonly kind: 'fault';
  readonly part: TemplatePart;
  /** Within the part, from 1. */
  readonly line: number;
  /** Within the line, from 1; undefined where the part as a whole is at fault. */
  readonly column?: number | undefined;
  readonly detail: string;
  /** The time of its job was used up, by itself or by what came before it. */
  readonly isLate?: true;
}

export interface RenderedParts {
  readonly kind: 'rendered';
  readonly subject: string | null;
  readonly html: string | null;
  readonly text: string | null;
  /** Paths that the model lacks or has as null. */
  readonly missing: readonly string[];
  /** The missing paths by part. */
  readonly missingIn: { readonly [P in TemplatePart]: readonly string[] };
  /** Paths used by the subject that the model lacks, or has as null or as a blank text. */
  readonly blankInSubject: readonly string[];
}

export type RenderOutcome = { readonly kind: 'checked' } | RenderedParts | TemplateFault;

/** A task that its thread did not live to answer. */
export interface AbortedTask {
  readonly kind: 'aborted';
  readonly detail: string;
}
