import type { SendRequest } from '@posthorn/sdk';
import { readJsonObject } from '../../code/json-object.ts';

const splitAddresses = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Returns the request for the fields of the form. The model is JSON, as checked before. */
export function readRequest(fields: ReadonlyMap<string, string>): SendRequest {
  const field = (name: string) => fields.get(name)?.trim() || undefined;
  const at = field('at');
  const model = field('model') === undefined ? undefined : readJsonObject(fields.get('model') ?? '');
  return {
    from: field('from') ?? '',
    to: splitAddresses(fields.get('to') ?? ''),
    ...(field('subject') === undefined ? {} : { subject: field('subject') }),
    ...(field('text') === undefined ? {} : { text_body: fields.get('text') }),
    ...(field('html') === undefined ? {} : { html_body: fields.get('html') }),
    ...(field('template') === undefined ? {} : { template_alias: field('template') }),
    ...(model === undefined ? {} : { template_model: model }),
    ...(at === undefined ? {} : { scheduled_at: new Date(at).getTime() }),
    ...(fields.has('test') ? { test_mode: true } : {}),
  };
}
