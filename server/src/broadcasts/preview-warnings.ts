import type { BroadcastPreview } from '@posthorn/contract';
import type { Broadcast } from './broadcast.ts';
import type { Sample } from './render-sample.ts';

/** Gmail shows no more of a mail. */
const LARGE_BYTES = 102 * 1024;
/** Stands in for the link until one is made for a message. */
export const SAMPLE_URL = 'https://unsubscribe.example/';
/** The language that a document is in goes by an address that nobody ever loads. */
const LANGUAGE = /<!doctype[^>]*>|\bxmlns(?::[\w-]+)?\s*=\s*(?:"[^"]*"|'[^']*')/gi;

type Warning = BroadcastPreview['warnings'][number];

function findInsecure({ html, text }: Sample): string | undefined {
  const shown = `${html?.replaceAll(LANGUAGE, '') ?? ''} ${text ?? ''}`;
  return /\bhttp:\/\/[^\s"'<>]+/i.exec(shown)?.[0];
}

/** What is likely to be a mistake in a broadcast, going by one mail of it. */
export function warningsOf(row: Broadcast, sample: Sample, size: number): Warning[] {
  const source = `${row.body_html ?? ''} ${row.body_text ?? ''}`;
  const insecure = findInsecure(sample);
  const warn = (code: Warning['code'], detail: string): Warning => ({ code, detail });
  return [
    ...(insecure === undefined ? [] : [warn('insecure_link', `A link without TLS: ${insecure}`)]),
    ...(source.includes('unsubscribe_url') ? [] : [warn('no_unsubscribe_link', 'Nothing in the body uses unsubscribe_url.')]),
    ...(size > LARGE_BYTES
      ? [warn('large_message', `${size} bytes of ${sample.subject === '' ? 'mail' : 'subject and body'}; some mailboxes cut it.`)]
      : []),
  ];
}
