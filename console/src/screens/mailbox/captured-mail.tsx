import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { bytesOf, type Email, formatAddresses, readMail, sourceOf } from '../../../../server/src/pages/shared/read-mail.js';
import type { AdminCall } from '../../api/call.ts';
import { useClients, useMe } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { Moment } from '../../ui/time.tsx';
import { ParsedAttachments, ParsedContent, saveBytes } from './parsed-mail.tsx';

const readCaptured = (admin: AdminCall, id: string, signal: AbortSignal) => admin('GET /admin/captured/{id}', { params: { id }, signal });
type CapturedMail = Awaited<ReturnType<typeof readCaptured>>;

interface ReadMail {
  readonly captured: CapturedMail;
  readonly mail: Email;
}

/** The mail in the log of its tenant, for the tenant's members. */
function InLog({ captured: { tenant_id: tenant, message_id: id } }: Pick<ReadMail, 'captured'>) {
  const { data: me } = useMe();
  if (!me?.memberships.some(({ tenant_id }) => tenant_id === tenant)) return <Copyable text={id} label={id} />;
  return (
    <Link to="/$tenant/emails/$id" params={{ tenant, id }} className="font-mono text-xs underline underline-offset-2">
      {id}
    </Link>
  );
}

function Details({ captured, mail }: ReadMail) {
  const words = useWords();
  const format = useFormat();
  const addresses = (list: Email['to']) => legibleAddress(formatAddresses(list));
  const given = [
    [words.email.from, mail.from === undefined ? legibleAddress(captured.from) : addresses([mail.from])],
    [words.emails.to, addresses(mail.to)],
    [words.email.kinds.cc, addresses(mail.cc)],
    [words.email.replyTo, addresses(mail.replyTo)],
    [words.mailbox.envelopeFrom, legibleAddress(captured.mail_from || '<>')],
    [words.mailbox.envelopeTo, legible(captured.rcpt_to.join(', '))],
  ] as const;
  return (
    <Facts
      facts={[
        ...given.filter(([, value]) => value !== ''),
        [
          words.common.time,
          <span key="t">
            <Moment at={captured.created_at} /> · {format.bytes(captured.size)}
          </span>,
        ],
        ...(mail.attachments.length === 0 ? [] : [[words.email.attachments, <ParsedAttachments key="a" mail={mail} />] as const]),
        [words.webhook.message, <InLog key="i" captured={captured} />],
      ]}
    />
  );
}

/** A mail as it would have been sent. */
export function CapturedMailScreen() {
  const words = useWords();
  const { admin } = useClients();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({
    queryKey: ['operator', 'captured-mail', id],
    async queryFn({ signal }): Promise<ReadMail> {
      const captured = await readCaptured(admin, id, signal);
      return { captured, mail: await readMail(captured) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const captured = query.data?.captured;
  const actions = captured !== undefined && (
    <Button icon={Download} onClick={() => saveBytes(bytesOf(captured), `${captured.id}.eml`)}>
      {words.mailbox.download}
    </Button>
  );
  return (
    <Page
      title={legible(captured?.subject ?? '') || words.mailbox.mail}
      back={{ link: { to: '/operator/mailbox' }, label: words.places.mailbox }}
      actions={actions}
    >
      <Loaded query={query}>
        {(read) => (
          <>
            <Details {...read} />
            <Section title={words.email.content}>
              <ParsedContent mail={read.mail} source={sourceOf(read.captured)} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}
