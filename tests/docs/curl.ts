// Stands in for curl, so that the guides' calls run on machines that have none. Takes the options that the guides use,
// prints the body of the answer, and notes the call in CALLS.
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
    'data-binary': { type: 'string' },
    form: { type: 'string', short: 'F', multiple: true, default: [] },
    output: { type: 'string', short: 'o' },
  },
});

const STDIN = 0;

function readGiven(text: string): string {
  if (text === '@-') return readFileSync(STDIN, 'utf8');
  return text.startsWith('@') ? readFileSync(text.slice(1), 'utf8') : text;
}

function readForm(fields: readonly string[]): FormData {
  const form = new FormData();
  for (const field of fields) {
    const [name = '', value = ''] = field.split('=');
    const path = value.slice(1);
    form.set(name, value.startsWith('@') ? new File([readFileSync(path)], basename(path)) : value);
  }
  return form;
}

const [url = ''] = positionals;
const given = values.data ?? values['data-binary'];
const body = values.form.length === 0 ? given && readGiven(given) : readForm(values.form);
const method = values.request ?? (body === undefined ? 'GET' : 'POST');
const headers = new Headers(
  values.header.map((header): [string, string] => [header.split(':')[0] ?? '', header.replace(/^[^:]*:/, '').trim()]),
);
const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
const text = await response.text();

appendFileSync(process.env.CALLS ?? '', `${JSON.stringify({ method, path: new URL(url).pathname, status: response.status, text })}\n`);
if (values.output === undefined) process.stdout.write(text);
else writeFileSync(values.output, text);
