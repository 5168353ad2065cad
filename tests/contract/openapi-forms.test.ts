import { media, op } from '@posthorn/contract';
import { buildOpenApiDocument } from '@posthorn/contract/openapi';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { build, documentedCodes, lint, operationAt } from './document.ts';

describe('a document of other forms of operation', () => {
  const common = { tags: ['T'], scope: 'full', errors: [] } as const;
  const table = {
    files: {
      put: op({
        ...common,
        method: 'POST',
        path: '/files',
        summary: 'Put',
        bodyType: 'multipart',
        maxBody: 10,
        body: z.object({ label: z.string(), note: z.string().optional().describe('A note.') }),
        responses: { 202: z.object({ at: z.iso.datetime() }) },
        answers: { 202: 'It is done.' },
        errors: ['target_not_found'],
      }),
      get: op({
        ...common,
        method: 'GET',
        path: '/files/{id}',
        summary: 'Get',
        params: z.object({ id: z.string() }),
        responses: { 200: media('text/csv') },
        answers: { 200: 'It is done.' },
        errors: ['not_found'],
      }),
      set: op({
        ...common,
        method: 'PATCH',
        path: '/files/{id}',
        summary: 'Set',
        params: z.object({ id: z.string() }),
        headers: z.object({ 'if-match': z.string().optional() }),
        body: z.object({ email: z.email().optional() }),
        responses: { 200: z.object({}) },
        answers: { 200: 'It is done.' },
      }),
    },
  };
  const document = build(table);

  it('is valid too', async () => {
    expect(await lint(document)).toEqual([]);
  });

  it('has a form with one file for an upload, and its fields', () => {
    const { requestBody } = operationAt(document, table.files.put);
    expect(requestBody).toEqual({
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: {
              file: { type: 'string', format: 'binary', description: 'The file, at most 10 bytes.' },
              label: { type: 'string' },
              note: { type: 'string', description: 'A note.' },
            },
            required: ['file', 'label'],
          },
        },
      },
    });
    expect(documentedCodes(document, table.files.put)).toEqual(expect.arrayContaining(['400 missing_file', '413 file_too_large']));
  });

  it('has a field that a code may come without as one that may be missing', () => {
    const { content } = document.components.responses.ValidationFailedOrTargetNotFound ?? {};
    expect(content?.['application/json']?.schema.required).toEqual(['error', 'detail']);
  });

  it('has bytes for a stream', () => {
    expect(operationAt(document, table.files.get).responses[200]?.content).toEqual({
      'text/csv': { schema: { type: 'string', format: 'binary' } },
    });
  });

  it('has request headers, and a body that may be left out where every field may', () => {
    const { parameters, requestBody } = operationAt(document, table.files.set);
    expect(parameters?.map((parameter) => [parameter.in, parameter.name])).toEqual([
      ['path', 'id'],
      ['header', 'If-Match'],
    ]);
    expect(requestBody?.required).toBe(false);
  });

  it('keeps formats and drops the patterns that zod derives from them', () => {
    expect(operationAt(document, table.files.set).requestBody?.content['application/json']?.schema.properties?.email).toEqual({
      type: 'string',
      format: 'email',
    });
    expect(operationAt(document, table.files.put).responses[202]?.content['application/json']?.schema.properties?.at).toEqual({
      type: 'string',
      format: 'date-time',
    });
  });

  it('is refused where a path names a parameter that the operation does not declare', () => {
    const broken = {
      files: {
        get: op({
          ...common,
          method: 'GET',
          path: '/files/{name}',
          summary: 'Get',
          responses: { 200: z.object({}) },
          answers: { 200: 'It is done.' },
        }),
      },
    };
    expect(() => buildOpenApiDocument(broken)).toThrow('name');
  });
});
