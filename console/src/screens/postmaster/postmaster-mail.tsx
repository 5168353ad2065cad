import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { bytesOf, type Email, readMail, sourceOf } from '../../../../server/src/pages/shared/read-mail.js';
import type { AdminCall } from '../../api/call.ts';
import { useClients } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Copyable } from '../../ui/copy.tsx';
import { legible, legibleAddress } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { Moment } from '../../ui/time.tsx';
import { ParsedAttachments, ParsedContent, saveBytes } from '../mailbox/parsed-mail.tsx';
import { NULL_SENDER } from './null-sender.ts';

const readPostmasterMail = (admin: AdminCall, id: string, signal: AbortSignal) =>
  admin('GET /admin/postmaster/{id}', { params: { id }, signal });
type PostmasterMail = Awaited<ReturnType<typeof readPostmasterMail>>;

interface ReadMail {
  readonly kept: PostmasterMail;
  /** Undefined if it cannot be read. */
  readonly mail: Email | undefined;
}

function Details({ kept, mail }: ReadMail) {
  const words = useWords();
  const format = useFormat();
  return (
    <Facts
      facts={[
        [words.inbound.from, legibleAddress(kept.from_addr ?? '–')],
        [words.inbound.to, legible(kept.rcpt_addr)],
        [words.mailbox.envelopeFrom, legibleAddress(kept.envelope_from || NULL_SENDER)],
        ...(kept.client_ip === null ? [] : [[words.postmaster.server, legible(kept.client_ip)] as const]),
        [
          words.common.time,
          <span key="t">
            <Moment at={kept.created_at} /> · {format.bytes(kept.size)}
          </span>,
        ],
        ...(mail === undefined || mail.attachments.length === 0
          ? []
          : [[words.email.attachments, <ParsedAttachments key="a" mail={mail} />] as const]),
        [words.email.id, <Copyable key="i" text={kept.id} label={words.email.id} />],
      ]}
    />
  );
}

/** A mail to the postmaster. */
export function PostmasterMailScreen() {
  const words = useWords();
  const { admin } = useClients();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({
    queryKey: ['operator', 'postmaster-mail', id],
    async queryFn({ signal }): Promise<ReadMail> {
      const kept = await readPostmasterMail(admin, id, signal);
      return { kept, mail: await readMail(kept).catch(() => undefined) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const kept = query.data?.kept;
  const actions = kept !== undefined && (
    <Button icon={Download} onClick={() => saveBytes(bytesOf(kept), `${kept.id}.eml`)}>
      {words.mailbox.download}
    </Button>
  );
  return (
    <Page
      title={legible(kept?.subject ?? '') || words.postmaster.mail}
      back={{ link: { to: '/operator/postmaster' }, label: words.places.postmaster }}
      actions={actions}
    >
      <Loaded query={query}>
        {(read) => (
          <>
            <Details {...read} />
            <Section title={words.email.content}>
              {read.kept.truncated && <p className="mb-3 text-sm text-faint">{words.postmaster.isCut}</p>}
              <ParsedContent mail={read.mail} source={sourceOf(read.kept)} />
            </Section>
          </>
        )}
      </Loaded>
    </Page>
  );
}
