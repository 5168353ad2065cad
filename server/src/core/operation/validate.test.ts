import { contactRequest, sendRequest, templateModel } from '@posthorn/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import { type ValidateOptions, validate } from './validate.ts';

const file = z.object({ filename: z.string().max(5), content_type: z.string().optional() });
const schema = z.object({
  subject: z.string(),
  attachments: z.array(file).optional(),
  reply_to: z.union([z.string(), z.array(z.string()).max(2)]).optional(),
  model: z.record(z.string(), z.unknown()).optional(),
  label: z.string().nullable().optional(),
});

function envelopeOf(value: unknown, options?: ValidateOptions, by: z.ZodType = schema): Record<string, unknown> {
  const answer = validate(by, value, options);
  if (!(answer instanceof ApiError)) throw new Error('it was taken');
  return answer.toEnvelope();
}

describe('validate', () => {
  it('answers the parsed value without unknown fields', () => {
    expect(validate(schema, { subject: 'a', unknown: 1 })).toEqual({ subject: 'a' });
  });

  it('calls an absent required field missing', () => {
    expect(envelopeOf({})).toEqual({ error: 'missing_field', detail: 'subject is required.', field: 'subject' });
  });

  it('calls it invalid where the operation says so', () => {
    const expected = { error: 'validation_failed', detail: 'subject is required.', field: 'subject' };
    expect(envelopeOf({}, { missing: 'validation_failed' })).toEqual(expected);
  });

  it('tells a wrong type from an absent field', () => {
    expect(envelopeOf({ subject: 1 })).toMatchObject({ error: 'validation_failed', field: 'subject' });
  });

  it('names fields by their path', () => {
    const path = { field: 'attachments[1].filename' };
    expect(envelopeOf({ subject: '', attachments: [{ filename: 'a' }, {}] })).toMatchObject({ error: 'missing_field', ...path });
    expect(envelopeOf({ subject: '', attachments: [{ filename: 'a' }, { filename: 1 }] })).toMatchObject({
      error: 'validation_failed',
      ...path,
    });
  });

  it('names the limit that was passed, of a choice of forms too', () => {
    expect(envelopeOf({ subject: '', attachments: [{ filename: 'too long' }] })).toMatchObject({
      field: 'attachments[0].filename',
      max: 5,
    });
    expect(envelopeOf({ subject: '', reply_to: ['a', 'b', 'c'] })).toMatchObject({ field: 'reply_to', max: 2 });
    expect(envelopeOf({ subject: '', reply_to: ['a', 1] })).toMatchObject({ field: 'reply_to[1]' });
    expect(envelopeOf({ subject: '', reply_to: 1 })).toMatchObject({ field: 'reply_to' });
    const batch = z.object({ items: z.array(z.unknown()).max(2, 'batch_too_large') });
    expect(envelopeOf({ items: [1, 2, 3] }, {}, batch)).toEqual({ error: 'batch_too_large', detail: expect.any(String), max: 2 });
    const bytes = z.object({ text: z.string().refine((text) => text.length < 3, { error: 'Too long.', params: { max_bytes: 2 } }) });
    expect(envelopeOf({ text: 'abc' }, {}, bytes)).toMatchObject({ field: 'text', max: 2, max_bytes: 2 });
  });

  it('names the limit of a number, however far beyond it', () => {
    const number = z.object({ at: z.int().min(5).max(9).optional(), count: z.int().optional() });
    const fault = (given: object) => envelopeOf(given, {}, number);
    expect([fault({ at: 10 }), fault({ at: 1e20 })]).toEqual([expect.objectContaining({ max: 9 }), expect.objectContaining({ max: 9 })]);
    expect([fault({ at: 1 }), fault({ at: -1e20 })]).toEqual([fault({ at: 1 }), fault({ at: 1 })]);
    expect(fault({ count: 1e20 })).toMatchObject({ field: 'count', max: Number.MAX_SAFE_INTEGER });
    expect(fault({ count: 1e20, at: 10 })).toMatchObject({ field: 'at', max: 9 });
  });

  it('has no field where the whole value is at fault', () => {
    expect(envelopeOf([])).toEqual({ error: 'validation_failed', detail: 'Must be an object, not a list.' });
  });

  it('keeps the words of a rule over several fields, though one of them is absent', () => {
    const either = schema.refine(({ label, model }) => (label ?? model) !== undefined, {
      path: ['label'],
      error: 'One of label and model is required.',
    });
    expect(envelopeOf({ subject: '' }, {}, either)).toEqual({
      error: 'validation_failed',
      detail: 'label: One of label and model is required.',
      field: 'label',
    });
  });

  it('answers the code that a schema gives as its message', () => {
    const coded = z.object({ cursor: z.string().refine(() => false, 'invalid_cursor'), name: z.string().min(1, 'missing_field') });
    expect(envelopeOf({ cursor: 'x', name: 'a' }, {}, coded)).toEqual({ error: 'invalid_cursor', detail: expect.any(String) });
    const missing = { error: 'missing_field', detail: 'name is required.', field: 'name' };
    expect(envelopeOf({ name: '' }, {}, coded.omit({ cursor: true }))).toEqual(missing);
  });
});

describe('a null', () => {
  it('counts as absent in every object that the schema names', () => {
    expect(validate(schema, { subject: 'a', label: null, attachments: null })).toEqual({ subject: 'a' });
    expect(validate(schema, { subject: 'a', attachments: [{ filename: 'a', content_type: null }] })).toEqual({
      subject: 'a',
      attachments: [{ filename: 'a' }],
    });
    expect(envelopeOf({ subject: null })).toMatchObject({ error: 'missing_field', field: 'subject' });
  });

  it('stays in free-form values, and is no item of a list', () => {
    expect(validate(schema, { subject: 'a', model: { name: null } })).toEqual({ subject: 'a', model: { name: null } });
    expect(envelopeOf({ subject: 'a', attachments: [null] })).toMatchObject({ error: 'validation_failed', field: 'attachments[0]' });
  });

  it('clears a field that takes it where the operation keeps nulls, and is absent elsewhere', () => {
    expect(validate(schema, { subject: 'a', label: null, model: null }, { nulls: 'keep' })).toEqual({ subject: 'a', label: null });
  });

  it('counts as absent behind a preprocessing step', () => {
    const list = z.preprocess(
      (value) => (Array.isArray(value) ? { list: value } : value),
      z.object({ list: z.array(z.string()).optional() }),
    );
    expect(validate(list, { list: null })).toEqual({});
    expect(validate(list, ['a'])).toEqual({ list: ['a'] });
  });
});

describe('text that no database takes', () => {
  const free = z.unknown();

  it.each([
    ['U+0000', 'a\u0000b'],
    ['a lone high surrogate', 'a\ud800'],
    ['a lone low surrogate', '\udc00a'],
  ])('is refused wherever it stands: %s', (_, text) => {
    const detail = 'Text must be Unicode without U+0000.';
    expect(envelopeOf(text, {}, free)).toEqual({ error: 'validation_failed', detail });
    expect(envelopeOf({ a: [{ b: text }] }, {}, free)).toEqual({ error: 'validation_failed', detail, field: 'a[0].b' });
    expect(envelopeOf({ a: { [text]: 1 } }, {}, free)).toMatchObject({ error: 'validation_failed', detail });
  });

  it('is not repeated in the answer', () => {
    expect(envelopeOf({ 'a\u0000': 1 }, {}, free).field).toBe('a\ufffd');
    expect(envelopeOf({ 'a\ud800': 1 }, {}, free).field).toBe('a\ufffd');
  });

  it('is ignored with the fields that the schema does not name', () => {
    expect(validate(schema, { subject: 'a', unknown: '\u0000', 'a\u0000': 1 })).toEqual({ subject: 'a' });
    expect(validate(schema, JSON.parse('{"subject":"a","__proto__":{"subject":"b"}}'))).toEqual({ subject: 'a' });
    expect(envelopeOf({ text: 'a', other: '\u0000' }, {}, z.looseObject({ text: z.string() }))).toMatchObject({ field: 'other' });
  });

  it('is left to whoever checks the items of a list each by itself', () => {
    const batch = z.object({ items: z.array(z.unknown()), name: z.string().optional() });
    const items = ['\u0000', { a: '\ud800' }];
    expect(validate(batch, { items }, { eachApart: ['items'] })).toEqual({ items });
    expect(envelopeOf({ items }, {}, batch)).toMatchObject({ field: 'items[0]' });
    expect(envelopeOf({ items, name: '\u0000' }, { eachApart: ['items'] }, batch)).toMatchObject({ field: 'name' });
  });

  it('is the only text refused', () => {
    const text = fc.string({ unit: fc.constantFrom('\u0000', '\ud83d', '\ude00', 'a', '\ufffd') });
    const isRefused = (value: string) => validate(free, { value }) instanceof ApiError;
    fc.assert(fc.property(text, (value) => isRefused(value) === (value.includes('\u0000') || !value.isWellFormed())));
  });

  it('is not looked for in values nested so deep that they would end the process', () => {
    const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
    expect(validate(free, nested(100))).toEqual(nested(100));
    expect(envelopeOf(nested(101), {}, free)).toMatchObject({ error: 'validation_failed', detail: 'At most 100 levels of nesting.' });
    expect(envelopeOf({ subject: 'a', model: { deep: nested(1_000_000) } })).toMatchObject({ error: 'validation_failed' });
  });

  it.each([
    ['tags', sendRequest, { code: 'validation_failed', fields: { field: 'tags', max: 50 } }],
    ['headers', sendRequest, { code: 'validation_failed', fields: { field: 'headers', max: 50 } }],
    ['attributes', contactRequest, { code: 'too_many_attribute_keys', fields: { max: 100 } }],
  ])('refuses more %s than there may be without a look at any', (field, schema: z.ZodType, fault) => {
    const looked: PropertyKey[] = [];
    const named = (count: number) =>
      new Proxy<Record<string, string>>(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 'x'])), {
        get: (target, name) => {
          looked.push(name);
          return Reflect.get(target, name);
        },
      });
    const given = { email: 'a@b.example', from: 'a@b.example', to: ['c@d.example'] };
    expect(validate(schema, { ...given, [field]: named(fault.fields.max) })).not.toBeInstanceOf(ApiError);
    expect(looked.length).toBeGreaterThan(0);
    looked.length = 0;
    expect(validate(schema, { ...given, [field]: named(fault.fields.max + 1) })).toMatchObject(fault);
    expect(looked).toEqual([]);
  });

  it('refuses a model of more bytes than there may be after a look at no more of it', () => {
    let looked = 0;
    const model = (count: number) =>
      new Proxy<Record<string, unknown>>(Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 0])), {
        get: (target, name) => {
          looked += 1;
          return Reflect.get(target, name);
        },
      });
    const fields = { max: 262_144, max_bytes: 262_144 };
    const given = { from: 'a@b.example', to: ['c@d.example'] };
    expect(validate(sendRequest, { ...given, template_model: model(24_000) })).not.toBeInstanceOf(ApiError);
    looked = 0;
    const refused = validate(sendRequest, { ...given, template_model: model(49_000) });
    expect(refused).toMatchObject({ code: 'validation_failed', fields: { field: 'template_model', ...fields } });
    expect(validate(templateModel, model(49_000))).toMatchObject({ code: 'validation_failed', fields });
    expect(looked).toBeLessThan(50_000);
  });
});
