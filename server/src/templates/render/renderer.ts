import { Context, type Emitter, type Liquid, LiquidError, type Template, toValue, toValueSync } from 'liquidjs';
import { LRUCache } from 'lru-cache';
import { systemClock } from '../../core/clock.ts';
import { toStorable } from '../../core/text/storable.ts';
import { describeFault } from './describe-fault.ts';
import { createLiquid } from './liquid.ts';
import { type AskedPaths, gatherPaths, ignoreExpectedAbsence, MOST_PATHS } from './missing-paths.ts';
import type {
  RenderedParts,
  RenderJob,
  RenderOutcome,
  RenderTask,
  StoredSource,
  TemplateFault,
  TemplateModel,
  TemplatePart,
  TemplateSource,
} from './render-task.ts';

type CompiledTemplate = { [P in TemplatePart]: Template[] | null };
type Engines = Readonly<Record<TemplatePart, Liquid>>;

const PARTS: readonly TemplatePart[] = ['subject', 'html', 'text'];
/** Approximate bytes of a compiled tag or output. */
const COMPILED_TAG_BYTES = 1200;
const CACHED_BYTES = 64 * 1024 * 1024;

const weigh = (source: string | null) => (source === null ? 0 : source.length + (source.split(/\{[{%]/).length - 1) * COMPILED_TAG_BYTES);

/** The error of a template for which no time is left. */
class TimeUsedUp extends Error {
  constructor() {
    super('The time to render was used up.');
  }
}

const isLate = (error: Error) => (LiquidError.is(error) ? error.originalError : error) instanceof TimeUsedUp;

function toFault(part: TemplatePart, error: unknown): TemplateFault {
  const fault = error instanceof Error ? error : new Error(String(error));
  const [line, column] = LiquidError.is(fault) ? fault.token.getPosition() : [1];
  return { kind: 'fault', part, line: line ?? 1, column, detail: describeFault(fault), ...(isLate(fault) ? { isLate: true } : {}) };
}

function toText(value: unknown): string {
  const plain: unknown = toValue(value);
  if (Array.isArray(plain)) return plain.map(toText).join('');
  return plain === undefined || plain === null ? '' : String(plain);
}

function boundedEmitter(most: number): Emitter {
  const emitter: Emitter = {
    buffer: '',
    write(value: unknown) {
      emitter.buffer += toText(value);
      if (emitter.buffer.length > most) throw new Error(`The output is larger than ${most} bytes.`);
    },
  };
  return emitter;
}

interface PartInput {
  readonly model: TemplateModel;
  readonly paths: AskedPaths;
  readonly outputBytes: number;
  /** Milliseconds of this thread's computing time. */
  readonly deadline: number;
}

function renderPart(liquid: Liquid, templates: Template[], { model, paths, outputBytes, deadline }: PartInput): string {
  // A copy, for increment and decrement write into it.
  const environment: object = Object.assign(Object.create(null), model);
  const context = new Context(environment, liquid.options, { sync: true }, { liquid });
  context.renderLimit.check = () => {
    if (systemClock.threadCpu() > deadline) throw new TimeUsedUp();
  };
  gatherPaths(context, paths);
  const emitter = boundedEmitter(outputBytes);
  toValueSync(liquid.renderer.renderTemplates(templates, context, emitter));
  const text = toStorable(emitter.buffer);
  if (Buffer.byteLength(text) > outputBytes) throw new Error(`The output is larger than ${outputBytes} bytes.`);
  return text;
}

/** Compiles templates, and keeps what it compiled of those that are stored. */
function createCompiler(engines: Engines) {
  const cache = new LRUCache<string, CompiledTemplate>({ maxSize: CACHED_BYTES });

  function compilePart(part: TemplatePart, source: string | null): Template[] | null | TemplateFault {
    if (source === null) return null;
    try {
      const templates = engines[part].parse(source);
      ignoreExpectedAbsence(templates);
      return templates;
    } catch (error) {
      return toFault(part, error);
    }
  }

  function compile(source: TemplateSource): CompiledTemplate | TemplateFault {
    const compiled: CompiledTemplate = { subject: null, html: null, text: null };
    for (const part of PARTS) {
      const templates = compilePart(part, source[part]);
      if (templates !== null && 'kind' in templates) return templates;
      compiled[part] = templates;
    }
    return compiled;
  }

  function compileOnce(source: StoredSource): CompiledTemplate | TemplateFault {
    const known = cache.get(source.id);
    if (known !== undefined) return known;
    const compiled = compile(source);
    const size = weigh(source.subject) + weigh(source.html) + weigh(source.text) + COMPILED_TAG_BYTES;
    if (!('kind' in compiled)) cache.set(source.id, compiled, { size });
    return compiled;
  }

  return { compile, compileOnce };
}

function renderParts(engines: Engines, compiled: CompiledTemplate, input: Omit<PartInput, 'paths'>): RenderedParts | TemplateFault {
  const rendered: { [P in TemplatePart]: string | null } = { subject: null, html: null, text: null };
  const missingIn: { [P in TemplatePart]: string[] } = { subject: [], html: [], text: [] };
  let blankInSubject: string[] = [];
  for (const part of PARTS) {
    const templates = compiled[part];
    const paths = { missing: new Set<string>(), blank: new Set<string>() };
    try {
      if (templates !== null) rendered[part] = renderPart(engines[part], templates, { ...input, paths });
      missingIn[part] = [...paths.missing].map(toStorable);
      if (part === 'subject') blankInSubject = [...paths.blank].map(toStorable);
    } catch (error) {
      return toFault(part, error);
    }
  }
  const subject = rendered.subject?.replaceAll(/[\r\n]+/g, ' ') ?? null;
  const missing = new Set(PARTS.flatMap((part) => missingIn[part]));
  return { kind: 'rendered', ...rendered, subject, missing: [...missing].slice(0, MOST_PATHS), missingIn, blankInSubject };
}

/** Compiles and renders, keeping what it compiled. */
export function createRenderer(): (job: RenderJob) => Generator<RenderOutcome> {
  let now = 0;
  const plain = createLiquid({ escaped: false, now: () => now });
  const escaped = createLiquid({ escaped: true, now: () => now });
  const engines = { subject: plain, html: escaped, text: plain };
  const { compile, compileOnce } = createCompiler(engines);

  function perform(task: RenderTask, limits: Pick<PartInput, 'outputBytes' | 'deadline'>): RenderOutcome {
    const compiled = task.kind === 'check' ? compile(task.source) : compileOnce(task.source);
    if ('kind' in compiled) return compiled;
    return task.kind === 'check' ? { kind: 'checked' } : renderParts(engines, compiled, { model: task.model, ...limits });
  }

  return function* ({ tasks, limits: { outputBytes, budgetMs }, now: jobNow }) {
    now = jobNow;
    const deadline = systemClock.threadCpu() + budgetMs;
    for (const task of tasks) {
      const outcome = perform(task, { outputBytes, deadline });
      yield outcome;
      if (outcome.kind === 'fault' && outcome.isLate === true) return;
    }
  };
}
