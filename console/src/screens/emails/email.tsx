import type { MessageDetail } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMay } from '../../session/rights.ts';
import { seesBodies } from '../../session/role-rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Preview } from '../../ui/mail/preview.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { EmailActions } from './email-actions.tsx';
import { EmailDetails } from './email-details.tsx';
import { Timeline } from './timeline.tsx';

const FOLLOW_EVERY_MS = 3000;
/** Mail that was sent may still bounce or be opened. */
const LOOK_EVERY_MS = 30_000;
const OPEN: readonly string[] = ['queued', 'scheduled', 'sending'];

function useEmail(messageId: string) {
  const { id, posthorn } = useTenancy();
  return useQuery({
    queryKey: ['message', id, messageId],
    queryFn: ({ signal }) => posthorn.messages.get(messageId, { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && OPEN.includes(state.data.status) ? FOLLOW_EVERY_MS : LOOK_EVERY_MS),
  });
}

function Recipients({ message: { recipients } }: { readonly message: MessageDetail }) {
  const words = useWords();
  const { id: tenant } = useTenancy();
  return (
    <ul className="border-t border-line">
      {recipients.map(({ email, kind, status, detail }) => (
        <li key={`${kind} ${email}`} className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2">
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            {legibleAddress(email)} {kind !== 'to' && <span className="text-xs text-faint">{words.email.kinds[kind]}</span>}
          </span>
          <Status state={status} label={words.recipientStates[status]} />
          {status === 'suppressed' && (
            <Link to="/$tenant/suppressions" params={{ tenant }} search={{ email }} className="w-full text-sm underline underline-offset-2">
              {words.email.whySuppressed}
            </Link>
          )}
          {detail !== null && <span className="w-full text-sm text-faint [overflow-wrap:anywhere]">{legible(detail)}</span>}
        </li>
      ))}
    </ul>
  );
}

function Content({ message }: { readonly message: MessageDetail }) {
  const words = useWords();
  const { role } = useTenancy();
  const { html_body: html, text_body: text, subject, headers } = message;
  if (html === null && text === null) {
    const hidden = !seesBodies(role) && message.stream === 'transactional';
    const gone = message.status === 'suppressed' ? words.email.unsentBody : words.email.goneBody;
    return <p className="text-faint">{hidden ? words.email.hiddenBody : gone}</p>;
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const tabs = [
    ...(html === null
      ? []
      : [
          {
            value: 'preview',
            label: words.email.preview,
            content: <Preview html={html} title={words.email.previewTitle(legible(subject))} />,
          },
        ]),
    ...(text === null
      ? []
      : [
          {
            value: 'text',
            label: words.email.text,
            content: <pre className="font-sans whitespace-pre-wrap [overflow-wrap:anywhere]">{legible(text)}</pre>,
          },
        ]),
    ...(html === null
      ? []
      : [{ value: 'source', label: words.email.source, content: <CodeBlock code={html} label={words.email.source} /> }]),
    ...(lines.length === 0
      ? []
      : [{ value: 'headers', label: words.email.headers, content: <CodeBlock code={lines.join('\n')} label={words.email.headers} /> }]),
  ];
  return <Tabs tabs={tabs} label={words.email.content} />;
}

export function Email() {
  const words = useWords();
  const maySend = useMay('Email');
  const { tenant = '', id = '' } = useParams({ strict: false });
  const query = useEmail(id);
  const message = query.data;
  const subject = legible(message?.subject ?? '');
  return (
    <Page
      title={subject === '' ? words.email.title : subject}
      back={{ link: { to: '/$tenant/emails', params: { tenant } }, label: words.places.emails }}
      actions={maySend && message !== undefined && <EmailActions message={message} />}
    >
      <Loaded query={query}>
        {(found) => (
          <div className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
            <div className="min-w-0">
              <EmailDetails message={found} />
              <Section title={words.email.content}>
                <Content message={found} />
              </Section>
            </div>
            <div className="min-w-0 max-lg:row-start-1">
              <Section title={words.email.happened} className="mt-0!">
                <Timeline message={found} />
              </Section>
              <Section title={words.email.recipients}>
                <Recipients message={found} />
              </Section>
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
