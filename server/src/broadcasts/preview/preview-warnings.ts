import type { BroadcastPreview } from '@posthorn/contract';
import type { Draft } from '../broadcast.ts';
import type { Sample } from './render-samples.ts';

/** Gmail cuts a mail off here. */
const LARGE_BYTES = 102 * 1024;
/** Stands in for the link until one is made for a message. */
export const SAMPLE_URL = 'https://unsubscribe.example/';
/** Names of document types and XML namespaces look like links, but nobody loads them. */
const DECLARATIONS = /<!doctype[^>]*>|\bxmlns(?::[\w-]+)?\s*=\s*(?:"[^"]*"|'[^']*')/gi;

type Warning = BroadcastPreview['warnings'][number];

function findInsecure({ html, text }: Sample): string | undefined {
  const shown = `${html?.replaceAll(DECLARATIONS, '') ?? ''} ${text ?? ''}`;
  return /\bhttp:\/\/[^\s"'<>]+/i.exec(shown)?.[0];
}

/** Returns what is likely to be a mistake in a broadcast, going by one mail of it. */
export function warningsOf(draft: Draft, sample: Sample, size: number): Warning[] {
  const source = `${draft.bodyHtml ?? ''} ${draft.bodyText ?? ''}`;
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
