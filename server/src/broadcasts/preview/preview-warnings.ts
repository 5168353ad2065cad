import type { BroadcastPreview } from '@posthorn/contract';
import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { tokenizeInPieces } from '../../core/text/tokenize-html.ts';
import type { Sample } from './render-samples.ts';

/** Size in bytes at which Gmail clips a mail. */
const LARGE_BYTES = 102 * 1024;
/** The unsubscribe link of samples, until one is made for a message. */
export const SAMPLE_URL = 'https://unsubscribe.example/';

type Warning = BroadcastPreview['warnings'][number];

/** Names of document types and XML namespaces look like links, but nothing loads them. */
async function withoutDeclarations(html: string): Promise<string> {
  const kept: string[] = [];
  let from = 0;
  let isNamespace = false;
  const drop = (start: number, end: number) => {
    kept.push(html.slice(from, start));
    from = end;
  };
  const callbacks: Parameters<typeof tokenizeInPieces>[1] = {
    ondeclaration: drop,
    onattribname: (start, end) => {
      isNamespace = /^xmlns(?::|$)/i.test(html.slice(start, end));
    },
    onattribdata: (start, end) => {
      if (isNamespace) drop(start, end);
    },
  };
  await tokenizeInPieces(html, callbacks, () => yieldTurns(1));
  return kept.join('') + html.slice(from);
}

async function findInsecure({ html, text }: Sample): Promise<string | undefined> {
  const shown = `${html === undefined || html === null ? '' : await withoutDeclarations(html)} ${text ?? ''}`;
  return /\bhttp:\/\/[^\s"'<>]+/i.exec(shown)?.[0];
}

/** Placeholders of Mailchimp, SendGrid and listmonk, which Liquid leaves as they are. */
const MERGE_TAG = /\*\|[^|*\r\n]{1,100}\|\*|<%[^%\r\n]{1,100}%>|@TrackLink\b/;

const findMergeTag = ({ subject, html, text }: Sample): string | undefined =>
  [subject, html, text].flatMap((part) => MERGE_TAG.exec(part ?? '')?.[0] ?? [])[0];

/** Returns warnings of likely mistakes in a broadcast, judged by one sample. `size`: its bytes. */
export async function warningsOf(sample: Sample, size: number): Promise<Warning[]> {
  const mergeTag = findMergeTag(sample);
  const insecure = await findInsecure(sample);
  const warn = (code: Warning['code'], detail: string): Warning => ({ code, detail });
  return [
    ...(sample.emptySubject === undefined ? [] : [warn('empty_subject', `${sample.emptySubject} No mail leaves without one.`)]),
    ...(mergeTag === undefined ? [] : [warn('merge_tag', `${mergeTag} is a merge tag of another service, and is sent as it is.`)]),
    ...(insecure === undefined ? [] : [warn('insecure_link', `A link without TLS: ${insecure}`)]),
    ...(sample.isLinkAdded ? [warn('no_unsubscribe_link', 'A body does not use unsubscribe_url; a link is added at its end.')] : []),
    ...(size > LARGE_BYTES
      ? [warn('large_message', `${size} bytes of ${sample.subject === '' ? 'mail' : 'subject and body'}; some mailboxes cut it.`)]
      : []),
  ];
}
