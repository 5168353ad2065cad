import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generateSdk, sdkStaleness } from '../../sdk/generator/generate.ts';
import { prepareDocument } from '../../sdk/generator/prepare.ts';

const document = readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8');
const directory = new URL('../../sdk/src/generated/', import.meta.url);
const committed = new Map(readdirSync(directory).map((name) => [name, readFileSync(new URL(name, directory), 'utf8')]));

describe('the generated code', () => {
  it('is what the document gives, each time', async () => {
    expect(sdkStaleness(committed, await generateSdk(document))).toBeUndefined();
    expect(await generateSdk(document)).toEqual(await generateSdk(document));
  });

  it('is called stale when the document has changed', async () => {
    const changed = await generateSdk(document.replace('"messages_get"', '"messages_fetch"'));
    expect(sdkStaleness(committed, changed)).toBe('sdk/src/generated is stale (operations.ts): run npm run generate');
  });

  it('is called stale when a file is missing or left over', () => {
    const leftOver = new Map([...committed, ['old.ts', '']]);
    expect(sdkStaleness(leftOver, committed)).toContain('old.ts');
    expect(sdkStaleness(committed, leftOver)).toContain('old.ts');
  });

  it('is not made of a document that the generator refuses', async () => {
    const broken = document.replace('"#/components/schemas/SendResult"', '"#/components/schemas/Missing"');
    await expect(generateSdk(broken)).rejects.toThrow('the generator failed');
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
