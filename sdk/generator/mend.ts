interface Replacement {
  readonly what: string;
  readonly pattern: RegExp;
  readonly by: string | ((...match: string[]) => string);
}

/** Applies replacements in turn; one that matches nothing means that the generator has changed, and stops everything. */
export function mend(text: string, replacements: readonly Replacement[]): string {
  return replacements.reduce((current, { what, pattern, by }) => {
    if (current.search(pattern) < 0) throw new Error(`the generated code has no ${what}: look at sdk/generator/mend.ts`);
    return typeof by === 'string' ? current.replace(pattern, by) : current.replace(pattern, by);
  }, text);
}

const NOTICE = '// Generated from contract/openapi.json by `npm run generate`. Do not edit.\n';

const header: Replacement = {
  what: 'header',
  pattern: /^\/\* eslint-disable \*\/\n[\s\S]*?Do not edit the class manually\.\n \*\/\n/,
  by: NOTICE,
};

const ANSWER = /^\t\t(\w+)\(.*\): \(fetch\?: FetchAPI, basePath\?: string\) => Promise<(.+)> \{$/gm;

/** The type of every operation's answer, by the operation's name. */
function answersOf(api: string): ReadonlyMap<string, string> {
  return new Map([...api.matchAll(ANSWER)].map(([, name = '', type = '']) => [name, type]));
}

function answerOf(answers: ReadonlyMap<string, string>, name: string): string {
  const type = answers.get(name);
  if (type === undefined) throw new Error(`the generated code has no answer of ${name}: look at sdk/generator/mend.ts`);
  return type;
}

/** Leaves the functions that build requests, which then carry the type of their answer. */
export function mendApi(text: string): string {
  const answers = answersOf(text);
  return mend(text, [
    header,
    { what: 'import of the configuration', pattern: /^import \{ Configuration \} from "\.\/configuration";\n/m, by: '' },
    {
      what: 'import of the run time',
      pattern: /^import \{ BASE_PATH, .* \} from "\.\/runtime";$/m,
      by: "import { COLLECTION_FORMATS, type Configuration, encodeURIPathSegment, type FetchArgs, RequiredError } from './runtime.ts';",
    },
    { what: 'import of the models', pattern: /^import \{ Api \} from "\.\/models";$/m, by: "import type { Api } from './models.ts';" },
    { what: 'factory type', pattern: /^export type FactoryFunction<T> = .*\n\n/m, by: '' },
    {
      what: 'functions and classes that handle responses',
      pattern: /\/\*\*\n \* \w+ - functional programming interface\n[\s\S]*?(?=\/\*\*\n \* \w+ - fetch parameter creator\n|$(?!\n))/g,
      by: '',
    },
    {
      what: 'builder of a request',
      pattern: /^\t\t(\w+)\((.*)\): FetchArgs \{$/gm,
      by: (_, name = '', parameters = '') => `\t\t${name}(${parameters}): FetchArgs<${answerOf(answers, name)}> {`,
    },
    // Only fetch knows the boundary.
    {
      what: 'content type of a form',
      pattern: /^\t+localVarHeaderParameter\.set\('Content-Type', 'multipart\/form-data'\);\n\n/gm,
      by: '',
    },
    // A replacement text would have its `$&` and `$'` expanded.
    { what: 'path parameter', pattern: /\.replace\(('\{\w+\}'), (encodeURIPathSegment\(.*\))\)/g, by: '.replace($1, () => $2)' },
  ]);
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };

const unionOf = (members: string) => [...members.matchAll(/= ('.*?'),?$/gm)].map(([, value]) => value).join(' | ');

/** Leaves types alone: unions for enums, and comments in Markdown. */
export function mendModels(text: string): string {
  return mend(text, [
    header,
    {
      what: 'enum',
      pattern: /^(\t+)export enum (\w+) \{\n([\s\S]*?)\n\1\}$/gm,
      by: (_, indent = '', name = '', members = '') => `${indent}export type ${name} = ${unionOf(members)};`,
    },
    { what: 'optional property', pattern: /^(\t+['\w]+\?: .*);$/gm, by: '$1 | undefined;' },
    { what: 'comment that repeats the code', pattern: /^\t+ \* @(?:type|memberof|export|namespace)\b.*\n/gm, by: '' },
    { what: 'empty comment', pattern: /^\t+\/\*\*\n\t+ \*\/\n/gm, by: '' },
    { what: 'description', pattern: / \* @description /g, by: ' * ' },
    { what: 'paragraph', pattern: /<\/?p>/g, by: '' },
    { what: 'code in a comment', pattern: /<\/?code>/g, by: '`' },
    { what: 'entity', pattern: /&(lt|gt|quot|amp|#39);/g, by: (all, name = '') => ENTITIES[name] ?? all },
    { what: 'comment of one line', pattern: /\/\*\*\n\t+ \* (.*)\n\t+ \*\/$/gm, by: '/** $1 */' },
  ]);
}

const FETCH_ARGS = `/** A request; \`answer\` is never set, it carries the type. */
export interface FetchArgs<T> {
	url: string;
	options: RequestInit;
	answer?: T;
}`;

const CONFIGURATION = `
export interface Configuration {
	authorization: string | ((name: string, scopes?: string[]) => string | null);
}
`;

/** Leaves what the builders of requests need. */
export function mendRuntime(text: string): string {
  return mend(text, [
    header,
    {
      what: 'start that looks for fetch',
      pattern: /^const MISSING_FETCH[\s\S]*?^export const BASE_PATH = .*\n/m,
      by: CONFIGURATION.trimStart(),
    },
    { what: 'type of fetch', pattern: /\/\*\*\n \*\n \* @export\n \* @type FetchAPI\n \*\/\nexport type FetchAPI = .*\n\n/, by: '' },
    {
      what: 'interface of a request',
      pattern: /\/\*\*\n \*\n \* @export\n \* @interface FetchArgs\n \*\/\nexport interface FetchArgs \{[\s\S]*?^\}/m,
      by: FETCH_ARGS,
    },
    { what: 'base class', pattern: /\/\*\*\n \*\n \* @export\n \* @class BaseAPI\n \*\/\n[\s\S]*?^\};\n\n/m, by: '' },
    {
      what: 'constructor with a parameter property',
      pattern: /^\tconstructor\(public field: string, msg\?: string\) \{\n\t\tsuper\(msg\);$/m,
      by: '\treadonly field: string;\n\n\tconstructor(field: string, msg?: string) {\n\t\tsuper(msg);\n\t\tthis.field = field;',
    },
  ]);
}
