import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import { withSuggestedField } from './suggest-field.ts';

const email = z.object({
  to: z.string(),
  reply_to: z.string(),
  subject: z.string(),
  html_body: z.string(),
  text_body: z.string(),
  tags: z.string(),
  attachments: z.array(z.object({ filename: z.string() })),
});
const contact = z.object({ email: z.string(), attributes: z.record(z.string(), z.string()) });

const refusal = (field: string) => new ApiError('missing_field', { field }, { detail: 'It is required.' });
const said = (schema: z.ZodType, value: unknown, field = 'subject') => withSuggestedField(refusal(field), schema, value).detail;

describe('a refusal', () => {
  it.each([
    ['text', 'text_body'],
    ['html', 'html_body'],
    ['htmlBody', 'html_body'],
    ['replyTo', 'reply_to'],
    ['Subject', 'subject'],
    ['subjcet', 'subject'],
    ['subject_line', 'subject'],
    ['attachment', 'attachments'],
  ])('names for %s the field that was probably meant, %s', (name, likely) => {
    expect(said(email, { [name]: 1 })).toBe(`It is required. There is no field ${name} here; perhaps ${likely} is meant.`);
  });

  it.each(['body', 'colour', 'x', 'x'.repeat(1000)])('names nothing for %s', (name) => {
    expect(said(email, { [name]: 1 })).toBe('It is required.');
  });

  it("names the place of what is the tenant's own", () => {
    expect(said(contact, { plan: 'pro' }, 'email')).toBe('It is required. There is no field plan here; perhaps attributes.plan is meant.');
    expect(said(contact, { emial: 'a@b.example', attributes: {} }, 'email')).toContain('perhaps email is meant');
  });

  it('names of several the one that it is about', () => {
    expect(said(email, { html: 1, to_: 2, subjet: 3 })).toContain('perhaps subject is meant');
  });

  it('does not name a field that is there', () => {
    expect(said(email, { text: 1, text_body: 2 })).toBe('It is required.');
  });

  it('names a field within a list', () => {
    expect(said(email, { attachments: [{ file_name: 'a' }] })).toContain(
      'no field attachments[].file_name here; perhaps attachments[].filename is meant',
    );
  });

  it('keeps its code, its fields, its headers and its cause', () => {
    const cause = new Error('why');
    const given = new ApiError('rate_limit_exceeded', { limit: 1 }, { headers: { 'Retry-After': '1' }, cause });
    const found = withSuggestedField(given, email, { text: 1 });
    expect(found).toBeInstanceOf(ApiError);
    expect(found).toMatchObject({ code: 'rate_limit_exceeded', fields: { limit: 1 }, headers: { 'Retry-After': '1' }, cause });
  });
});
