import { useWords } from '../../text/words.ts';
import { CodeBlock } from '../copy.tsx';
import { legible } from '../legible.ts';
import { Tabs } from '../tabs.tsx';
import { Preview } from './preview.tsx';

/** The most characters shown: browsers cannot display more usefully. */
const MOST_SHOWN = 500_000;

interface MailContentProps {
  readonly subject: string;
  readonly html: string | null | undefined;
  readonly text: string | null | undefined;
  /** `Name: value`, in order. */
  readonly headers: readonly string[];
  readonly source: string | null;
}

/** A mail as its reader sees it, and its source. */
export function MailContent({ subject, html, text, headers, source }: MailContentProps) {
  const words = useWords();
  const plain = (shown: string) => <pre className="font-sans whitespace-pre-wrap [overflow-wrap:anywhere]">{legible(shown)}</pre>;
  const code = (value: string, label: string, lines: string) => ({
    value,
    label,
    content: <CodeBlock code={lines.slice(0, MOST_SHOWN)} label={label} />,
  });
  const tabs = [
    ...(html
      ? [
          {
            value: 'preview',
            label: words.email.preview,
            content: <Preview html={html} title={words.email.previewTitle(legible(subject))} />,
          },
        ]
      : []),
    ...(text ? [{ value: 'text', label: words.email.text, content: plain(text) }] : []),
    ...(headers.length === 0 ? [] : [code('headers', words.email.headers, headers.join('\n'))]),
    ...(source === null ? [] : [code('source', words.inbound.source, source)]),
  ];
  return tabs.length === 0 ? <p className="text-faint">{words.inbound.erased}</p> : <Tabs tabs={tabs} label={words.email.content} />;
}
