import type { MessageDetail } from '@posthorn/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { CalendarClock, CircleX, Repeat } from 'lucide-react';
import { useState } from 'react';
import { useMay } from '../../session/rights.ts';
import { seesBodies } from '../../session/role-rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { CodeBlock, Copyable } from '../../ui/copy.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { legible } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { Preview } from '../../ui/preview.tsx';
import { Status, Tag } from '../../ui/status.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Moment } from '../../ui/time.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { Timeline } from './timeline.tsx';

const FOLLOW_EVERY_MS = 3000;
const OPEN: readonly string[] = ['queued', 'scheduled', 'sending'];
const WAITING: readonly string[] = ['queued', 'scheduled'];

function useEmail(messageId: string) {
  const { id, posthorn } = useTenancy();
  return useQuery({
    queryKey: ['message', id, messageId],
    queryFn: ({ signal }) => posthorn.messages.get(messageId, { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && OPEN.includes(state.data.status) ? FOLLOW_EVERY_MS : false),
  });
}

/** What a field for a date and a time takes, in the reader's own time. */
export const toLocalInput = (at: number): string => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

function Reschedule({ message, open, onClose }: { readonly message: MessageDetail; readonly open: boolean; onClose(): void }) {
  const words = useWords();
  const say = useToast();
  const { id, posthorn } = useTenancy();
  const queries = useQueryClient();
  const reschedule = useAction(async (at: number) => {
    await posthorn.email.reschedule(message.id, { scheduled_at: at });
    await queries.invalidateQueries({ queryKey: ['message', id, message.id] });
    say(words.email.rescheduled);
    onClose();
  });
  return (
    <Dialog open={open} onClose={onClose} title={words.email.reschedule}>
      <Form failure={reschedule.failure} onSubmit={(fields) => void reschedule.run(new Date(fields.get('at') ?? '').getTime())}>
        <TextField
          label={words.email.when}
          name="at"
          type="datetime-local"
          required
          defaultValue={toLocalInput(message.scheduled_at ?? Date.now())}
        />
        <Actions>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button type="submit" look="primary" busy={reschedule.busy}>
            {words.email.reschedule}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}

function EmailActions({ message }: { readonly message: MessageDetail }) {
  const words = useWords();
  const say = useToast();
  const { id: tenant, posthorn } = useTenancy();
  const queries = useQueryClient();
  const [asks, setAsks] = useState<'cancel' | 'reschedule'>();
  const close = () => setAsks(undefined);
  const cancel = async () => {
    await posthorn.email.cancel(message.id);
    await queries.invalidateQueries({ queryKey: ['message', tenant, message.id] });
    say(words.email.cancelled);
  };
  return (
    <>
      {WAITING.includes(message.status) && (
        <>
          <Button icon={CalendarClock} onClick={() => setAsks('reschedule')}>
            {words.email.reschedule}
          </Button>
          <Button icon={CircleX} look="danger" onClick={() => setAsks('cancel')}>
            {words.email.cancel}
          </Button>
        </>
      )}
      <Link to="/$tenant/send" params={{ tenant }} search={{ like: message.id }} className={buttonClasses()}>
        <Repeat size={15} strokeWidth={1.75} aria-hidden="true" />
        {words.email.again}
      </Link>
      <Confirm open={asks === 'cancel'} onClose={close} title={words.email.cancelTitle} action={words.email.cancel} onConfirm={cancel}>
        {words.email.cancelText}
      </Confirm>
      <Reschedule message={message} open={asks === 'reschedule'} onClose={close} />
    </>
  );
}

function Recipients({ message: { recipients } }: { readonly message: MessageDetail }) {
  const words = useWords();
  return (
    <ul className="border-t border-line">
      {recipients.map(({ email, kind, status, detail }) => (
        <li key={`${kind} ${email}`} className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2">
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            {legible(email)} {kind !== 'to' && <span className="text-xs text-faint">{words.email.kinds[kind]}</span>}
          </span>
          <Status state={status} label={words.recipientStates[status]} />
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
    return <p className="text-faint">{hidden ? words.email.hiddenBody : words.email.goneBody}</p>;
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

function Details({ message }: { readonly message: MessageDetail }) {
  const words = useWords();
  const format = useFormat();
  const { id: tenant } = useTenancy();
  const list = (addresses: readonly string[]) => legible(addresses.join(', '));
  const tags = Object.entries(message.tags);
  const facts = [
    [words.email.from, legible(message.from)],
    [words.emails.to, list(message.to)],
    ...(message.cc.length > 0 ? [[words.email.kinds.cc, list(message.cc)] as const] : []),
    ...(message.bcc.length > 0 ? [[words.email.kinds.bcc, list(message.bcc)] as const] : []),
    ...(message.reply_to.length > 0 ? [[words.email.replyTo, list(message.reply_to)] as const] : []),
    ...(message.scheduled_at === null ? [] : [[words.email.scheduledFor, <Moment key="at" at={message.scheduled_at} />] as const]),
    ...(message.template_alias === null
      ? []
      : [
          [
            words.email.template,
            <Link
              key="template"
              to="/$tenant/templates/$alias"
              params={{ tenant, alias: message.template_alias }}
              className="underline underline-offset-2"
            >
              {message.template_alias} {words.template.version(message.template_version ?? 0)}
            </Link>,
          ] as const,
        ]),
    ...(tags.length === 0
      ? []
      : [
          [
            words.email.tags,
            <span key="tags" className="flex flex-wrap gap-1">
              {tags.map(([key, value]) => (
                <Link key={key} to="/$tenant/emails" params={{ tenant }} search={{ tag: key, value }} className="max-w-full">
                  <Tag>{legible(`${key}: ${value}`)}</Tag>
                </Link>
              ))}
            </span>,
          ] as const,
        ]),
    ...(message.attachments.length === 0
      ? []
      : [
          [
            words.email.attachments,
            <ul key="files">
              {message.attachments.map(({ filename, size }) => (
                <li key={filename}>
                  {legible(filename)} <span className="text-faint">{format.bytes(size)}</span>
                </li>
              ))}
            </ul>,
          ] as const,
        ]),
    [words.email.stream, `${words.streams[message.stream]}${message.test_mode ? ` · ${words.email.testMode}` : ''}`],
    [words.email.id, <Copyable key="id" text={message.id} label={words.email.id} />],
    ...(message.provider_message_id === null
      ? []
      : [[words.email.providerId, <Copyable key="pid" text={message.provider_message_id} label={words.email.providerId} />] as const]),
  ] as const;
  return <Facts facts={facts} />;
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
              <Details message={found} />
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
