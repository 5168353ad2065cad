import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generateSdk, sdkStaleness } from '../../sdk/generator/generate.ts';
import { mend, mendApi, mendModels, mendRuntime } from '../../sdk/generator/mend.ts';
import { prepareDocument } from '../../sdk/generator/prepare.ts';

const document = readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8');
const directory = new URL('../../sdk/src/generated/', import.meta.url);
const committed = new Map(readdirSync(directory).map((name) => [name, readFileSync(new URL(name, directory), 'utf8')]));

describe('the generated code', () => {
  it('is what the document gives, each time', () => {
    expect(sdkStaleness(committed, generateSdk(document))).toBeUndefined();
    expect(generateSdk(document)).toEqual(generateSdk(document));
  });

  it('is called stale when the document has changed', () => {
    const changed = generateSdk(document.replace('"messages_get"', '"messages_fetch"'));
    expect(sdkStaleness(committed, changed)).toBe('sdk/src/generated is stale (api.ts): run npm run generate');
  });

  it('is called stale when a file is missing or left over', () => {
    const leftOver = new Map([...committed, ['old.ts', '']]);
    expect(sdkStaleness(leftOver, committed)).toContain('old.ts');
    expect(sdkStaleness(committed, leftOver)).toContain('old.ts');
  });

  it('is not made of a document that the generator refuses', () => {
    const broken = document.replace('"#/components/schemas/SendResult"', '"#/components/schemas/Missing"');
    expect(() => generateSdk(broken)).toThrow('the generator failed');
  });
});

describe('a replacement in the generated code', () => {
  it('stops where it matches nothing', () => {
    expect(mend('a b', [{ what: 'letter', pattern: /b/, by: 'c' }])).toBe('a c');
    expect(() => mend('a b', [{ what: 'digit', pattern: /\d/, by: '' }])).toThrow('the generated code has no digit');
    for (const mendFile of [mendApi, mendModels, mendRuntime]) expect(() => mendFile('export {};\n')).toThrow('has no header');
  });
});

describe('the document for the generator', () => {
  const prepare = (schema: object) => JSON.parse(prepareDocument(JSON.stringify({ components: { schemas: { A: schema } } })));

  it('names what a map of anything holds', () => {
    const { schemas } = prepare({ type: 'object', additionalProperties: {} }).components;
    expect(schemas.A.additionalProperties).toEqual({ $ref: '#/components/schemas/Anything' });
    expect(schemas.Anything).toEqual({});
  });

  it('does not describe a property of anything', () => {
    const given = { type: 'object', properties: { a: { description: 'What it is.' }, description: { type: 'string', description: 'A.' } } };
    expect(prepare(given).components.schemas.A.properties).toEqual({ a: {}, description: { type: 'string', description: 'A.' } });
  });

  it('leaves a map of something as it is', () => {
    const map = { type: 'object', additionalProperties: { type: 'string' } };
    expect(prepare(map).components.schemas.A).toEqual(map);
  });

  it('says a constant as a choice of one', () => {
    expect(prepare({ type: 'string', const: 'ok' }).components.schemas.A).toEqual({ type: 'string', enum: ['ok'] });
  });
});
