import type { Broadcast } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Cut } from '../../ui/cut.tsx';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { MailContent } from '../../ui/mail/mail-content.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { Status } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';
import { BroadcastActions } from './broadcast-actions.tsx';
import { CheckBroadcast } from './check.tsx';
import { Draft } from './draft.tsx';
import { Figures } from './figures.tsx';
import { People } from './people.tsx';
import { Progress } from './progress.tsx';
import { broadcastKey, FOLLOW_EVERY_MS, isMoving } from './states.ts';
import { useTargetName } from './target.tsx';

function Details({ broadcast }: { readonly broadcast: Broadcast }) {
  const words = useWords();
  const { id: tenant } = useTenancy();
  const { status, target_kind: kind, target_id: id } = broadcast;
  const nameOf = useTargetName();
  const target =
    kind === null || id === null ? (
      words.broadcasts.noTarget
    ) : (
      <Cut>
        <Link
          to={kind === 'audience' ? '/$tenant/audiences/$id' : '/$tenant/segments/$id'}
          params={{ tenant, id }}
          className="underline underline-offset-2"
        >
          {legible(nameOf(kind, id))}
        </Link>
      </Cut>
    );
  return (
    <Facts
      facts={[
        [words.emails.status, <Status key="s" state={status} label={words.broadcastStates[status]} />],
        [words.broadcasts.subject, legible(broadcast.subject)],
        ...(broadcast.preview_text === null ? [] : [[words.broadcasts.previewText, legible(broadcast.preview_text)] as const]),
        [words.broadcasts.to, target],
        ...(broadcast.from === null ? [] : [[words.broadcasts.from, legibleAddress(broadcast.from)] as const]),
        ...(broadcast.reply_to === null ? [] : [[words.broadcasts.replyTo, legible(broadcast.reply_to)] as const]),
        ...(status === 'scheduled' && broadcast.scheduled_at !== null
          ? [[words.email.scheduledFor, <Moment key="a" at={broadcast.scheduled_at} />] as const]
          : []),
        ...(broadcast.sent_at === null ? [] : [[words.broadcasts.sentAt, <Moment key="t" at={broadcast.sent_at} />] as const]),
        ...(broadcast.last_error === null ? [] : [[words.broadcasts.stopped, legible(broadcast.last_error)] as const]),
      ]}
    />
  );
}

/** The mail as it was written; each recipient's copy is filled in. */
function Written({ broadcast: { subject, body_html: html, body_text: text } }: { readonly broadcast: Broadcast }) {
  const words = useWords();
  if (html === null && text === null) return null;
  return (
    <Section title={words.broadcasts.content} className="xl:mt-0!">
      <MailContent subject={subject} html={html} text={text} headers={[]} source={html} />
      <p className="mt-2 text-xs text-faint">{words.broadcasts.asWritten}</p>
    </Section>
  );
}

/** A broadcast that is no draft: what becomes of it beside what it says. Nothing has become of one that waits or was cancelled. */
function Issued({ broadcast }: { readonly broadcast: Broadcast }) {
  const words = useWords();
  const { status } = broadcast;
  const hasBegun = status !== 'scheduled' && status !== 'cancelled';
  return (
    <div className="grid gap-x-12 xl:grid-cols-[minmax(0,1fr)_24rem] xl:grid-rows-[auto_1fr]">
      <div className="min-w-0">
        <Details broadcast={broadcast} />
        {hasBegun && <Progress broadcast={broadcast} />}
        {hasBegun && <Figures broadcast={broadcast} />}
      </div>
      <div className="min-w-0 xl:col-start-2 xl:row-span-2">
        {status === 'scheduled' ? (
          <Section title={words.broadcasts.check} className="xl:mt-0!">
            <CheckBroadcast broadcast={broadcast} />
          </Section>
        ) : (
          <Written broadcast={broadcast} />
        )}
      </div>
      {hasBegun && (
        <div className="min-w-0">
          <People broadcast={broadcast} everyMs={isMoving(status) ? FOLLOW_EVERY_MS : undefined} />
        </div>
      )}
    </div>
  );
}

export function BroadcastScreen() {
  const words = useWords();
  const mayChange = useMay('Broadcasts');
  const { id: tenant, posthorn } = useTenancy();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({
    queryKey: broadcastKey(tenant, id),
    queryFn: ({ signal }) => posthorn.broadcasts.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && isMoving(state.data.status) ? FOLLOW_EVERY_MS : false),
  });
  const broadcast = query.data;
  return (
    <Page
      title={legible(broadcast?.name ?? words.broadcasts.broadcast)}
      back={{ link: { to: '/$tenant/broadcasts', params: { tenant } }, label: words.places.broadcasts }}
      actions={mayChange && broadcast !== undefined && <BroadcastActions broadcast={broadcast} />}
    >
      <Loaded query={query}>
        {(found) =>
          found.status === 'draft' ? <Draft key={found.id} broadcast={found} mayChange={mayChange} /> : <Issued broadcast={found} />
        }
      </Loaded>
    </Page>
  );
}
