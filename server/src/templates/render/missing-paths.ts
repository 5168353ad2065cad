import { CaseTag, type Context, IfTag, type Template, toValueSync, UnlessTag, Value } from 'liquidjs';
import { isBlank } from '../../core/text/is-blank.ts';

const HUSHED = 'hushed';
/** Most paths that are collected; the next is the most characters of one. */
export const MOST_PATHS = 100;
const MOST_PATH_LENGTH = 200;
const LONGEST_SUBJECT = 998;

function pathText(path: readonly unknown[]): string {
  let text = '';
  for (const key of path) text += typeof key === 'number' ? `[${key}]` : `${text === '' ? '' : '.'}${String(key)}`;
  return text.slice(0, MOST_PATH_LENGTH);
}

/** Paths of the model that a rendering uses. */
export interface AskedPaths {
  /** In vain. */
  readonly missing: Set<string>;
  /** Paths that came out empty, also where a condition or a default expects that. */
  readonly blank: Set<string>;
}

/** Returns whether a value is blank, as far as a subject is concerned: scanning longer ones each time would be expensive. */
const isNothing = (value: unknown) => typeof value === 'string' && value.length <= LONGEST_SUBJECT && isBlank(value);

function note(paths: Set<string>, path: readonly unknown[]): void {
  if (paths.size < MOST_PATHS) paths.add(pathText(path));
}

/** Collects the paths that a rendering uses. Variables assigned by the template itself are not paths of the model. */
export function gatherPaths(context: Context, { missing, blank }: AskedPaths): void {
  const read = context._get.bind(context);
  context._get = function* (path) {
    const value: unknown = yield* read(path);
    const [first] = path;
    const isAssigned = path.length === 1 && typeof first === 'string' && first in context.bottom();
    const isMissing = (value === undefined || value === null) && !isAssigned;
    if (isMissing && context.getRegister(HUSHED) !== true) note(missing, path);
    if (isMissing || (isNothing(value) && !isAssigned)) note(blank, path);
    return value;
  };
}

function hush(value: Value): void {
  const evaluate = value.value.bind(value);
  value.value = function* (context, lenient) {
    const before = context.getRegister(HUSHED) === true;
    context.setRegister(HUSHED, true);
    try {
      return yield* evaluate(context, lenient);
    } finally {
      context.setRegister(HUSHED, before);
    }
  };
}

const asks = (template: Template) => template instanceof IfTag || template instanceof UnlessTag || template instanceof CaseTag;
const hasDefault = ({ filters }: Value) => filters.some(({ name }) => name === 'default');

/** Does not count paths as missing whose absence is expected: in conditions, and with a default. */
export function ignoreExpectedAbsence(templates: readonly Template[]): void {
  for (const template of templates) {
    for (const argument of template.arguments?.() ?? []) {
      if (argument instanceof Value && (asks(template) || hasDefault(argument))) hush(argument);
    }
    if (template.children !== undefined) ignoreExpectedAbsence(toValueSync(template.children(false, true)));
  }
}
