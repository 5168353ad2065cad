import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { bytesOf, sourceOf } from '../../../../server/src/pages/shared/read-mail.js';
import type { AdminCall } from '../../api/call.ts';
import { useClients } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { MailContent } from '../../ui/mail/mail-content.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { Moment } from '../../ui/time.tsx';
import { saveBytes } from '../mailbox/parsed-mail.tsx';
import { NULL_SENDER } from './null-sender.ts';

const readUnreadableMail = (admin: AdminCall, id: string, signal: AbortSignal) =>
  admin('GET /admin/unreadable-mail/{id}', { params: { id }, signal });
type UnreadableMail = Awaited<ReturnType<typeof readUnreadableMail>>;

interface MailProps {
  readonly mail: UnreadableMail;
}

/** The bytes of a mail whose source is still there. */
function keptOf({ raw, raw_encoding }: UnreadableMail) {
  return raw === null || raw_encoding === null ? undefined : { raw, raw_encoding };
}

function Details({ mail }: MailProps) {
  const words = useWords();
  const format = useFormat();
  return (
    <Facts
      facts={[
        [words.postmaster.reason, legible(mail.unreadable)],
        [words.mailbox.envelopeFrom, legibleAddress(mail.envelope_from || NULL_SENDER)],
        ...(mail.rcpt_addrs.length === 0 ? [] : [[words.mailbox.envelopeTo, legibleAddress(mail.rcpt_addrs.join(', '))] as const]),
        ...(mail.message_ids.length === 0 ? [] : [[words.postmaster.messages, legible(mail.message_ids.join(', '))] as const]),
        ...(mail.client_ip === null ? [] : [[words.postmaster.server, legible(mail.client_ip)] as const]),
        [
          words.common.time,
          <span key="t">
            <Moment at={mail.created_at} /> · {format.bytes(mail.size)}
          </span>,
        ],
        [words.email.id, <Copyable key="i" text={mail.id} label={words.email.id} />],
      ]}
    />
  );
}

/** The source alone: what the service could not read, a browser should not try. */
function Source({ mail }: MailProps) {
  const words = useWords();
  const kept = keptOf(mail);
  if (kept === undefined) return <p className="text-faint">{words.postmaster.isLost}</p>;
  return (
    <>
      {mail.truncated && <p className="mb-3 text-sm text-faint">{words.postmaster.isCut}</p>}
      <MailContent subject="" html={null} text={null} headers={[]} source={sourceOf(kept)} />
    </>
  );
}

/** A mail that could not be read, and why. */
export function UnreadableMailScreen() {
  const words = useWords();
  const { admin } = useClients();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({
    queryKey: ['operator', 'unreadable-mail', id],
    queryFn: ({ signal }) => readUnreadableMail(admin, id, signal),
  });
  const kept = query.data && keptOf(query.data);
  const actions = kept !== undefined && (
    <Button icon={Download} onClick={() => saveBytes(bytesOf(kept), `${id}.eml`)}>
      {words.mailbox.download}
    </Button>
  );
  return (
    <Page
      title={words.postmaster.unread}
      back={{ link: { to: '/operator/postmaster', search: { kind: 'unreadable' } }, label: words.places.postmaster }}
      actions={actions}
    >
      <Loaded query={query}>
        {(mail) => (
          <>
            <Details mail={mail} />
            <Section title={words.email.content}>
              <Source mail={mail} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}
