import { accountContract, adminContract, contract } from '@posthorn/contract';
import { buildOpenApiDocument } from '@posthorn/contract/openapi';
import { describe, expect, it } from 'vitest';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Three words at least, and a full stop: "Done." and "Opaque id." say nothing that the name does not. */
const hasSubstance = (text: unknown) => typeof text === 'string' && /^\S+ \S+ \S[\s\S]*[.:)`]$/.test(text.trim());

/** A sentence in place, or at what the place refers to. */
function isDescribed(node: Node, document: Node): boolean {
  if (hasSubstance(node.description)) return true;
  if (typeof node.$ref !== 'string') return false;
  const target = node.$ref
    .slice(2)
    .split('/')
    .reduce<unknown>((found, part) => (isNode(found) ? found[part] : undefined), document);
  return isNode(target) && hasSubstance(target.description);
}

/** Maps, and lists of what has a name, whose every member says what it is. */
const SPEAKING = ['properties', 'responses', 'headers'];
const NAMED = ['parameters', 'tags'];
/** What was only shown, and is no part of the interface. */
const SHOWN = ['example', 'examples', 'enum', 'const', 'default'];

/** Members of a part of the document, each with whether it has to say what it is. */
function membersOf(key: string, value: unknown): readonly (readonly [place: string, member: unknown, speaks: boolean])[] {
  if (SHOWN.includes(key)) return [];
  if (SPEAKING.includes(key) && isNode(value)) return Object.entries(value).map(([name, member]) => [`/${key}/${name}`, member, true]);
  if (Array.isArray(value))
    return value.map((member, index) => [`/${key}/${isNode(member) ? (member.name ?? index) : index}`, member, NAMED.includes(key)]);
  return [[`/${key}`, value, false]];
}

/** Places of the document that say nothing. */
function* findMute(node: unknown, document: Node, place = ''): Generator<string> {
  if (!isNode(node)) return;
  for (const [key, value] of Object.entries(node)) {
    for (const [name, member, speaks] of membersOf(key, value)) {
      if (speaks && isNode(member) && !isDescribed(member, document)) yield `${place}${name}`;
      yield* findMute(member, document, `${place}${name}`);
    }
  }
}

const muteIn = (document: object) => [...findMute(document, { ...document })];

describe('a sentence', () => {
  it('stands at every field, parameter, answer and header of the interface', () => {
    expect(muteIn(buildOpenApiDocument(contract))).toEqual([]);
  });

  it("stands at every one of the operator's interface", () => {
    expect(muteIn(buildOpenApiDocument(adminContract, {}))).toEqual([]);
  });

  it('stands at every one of what people do to their accounts', () => {
    expect(muteIn(buildOpenApiDocument(accountContract, {}))).toEqual([]);
  });

  it('is missed where there is none, or none of substance', () => {
    const properties = { a: { type: 'string' }, b: { description: 'Done.' }, c: { description: 'It says something.' }, d: { $ref: '#/x' } };
    expect(muteIn({ properties, x: { description: 'What it is.' } })).toEqual(['/properties/a', '/properties/b']);
    expect(muteIn({ parameters: [{ name: 'limit' }], responses: { 200: { description: 'Created.' } } })).toHaveLength(2);
  });
});
