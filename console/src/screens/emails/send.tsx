import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty } from '../../ui/states.tsx';
import { useDomains } from '../domains/use-domains.ts';
import { type Draft, SendForm, type SendFormProps } from './send-form.tsx';

/** The form, if there is a domain to send from. */
function Written({ draft, domains }: SendFormProps) {
  const words = useWords();
  const { id: tenant } = useTenancy();
  if (domains.length > 0) return <SendForm draft={draft} domains={domains} />;
  return (
    <Empty title={words.send.noDomain}>
      <p>{words.send.noDomainText}</p>
      <Link to="/$tenant/domains" params={{ tenant }} className="text-ink underline underline-offset-2">
        {words.places.domains}
      </Link>
    </Empty>
  );
}

const NOTHING: Draft = { from: '', to: '', subject: '', text: '', html: '' };

/** Composes a mail, or one like another. */
export function Send() {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const { like } = useSearch({ strict: false });
  const domains = useDomains();
  const draft = useQuery({
    queryKey: ['draft', tenant, like],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Draft> => {
      if (like === undefined) return NOTHING;
      const { from, to, subject, text_body, html_body } = await posthorn.messages.get(like, { signal });
      return { from, to: to.join(', '), subject, text: html_body === null ? (text_body ?? '') : '', html: html_body ?? '' };
    },
  });
  return (
    <Page title={words.send.title} width="form" back={{ link: { to: '/$tenant/emails', params: { tenant } }, label: words.places.emails }}>
      <Loaded query={domains}>
        {(data) => (
          <Loaded query={draft}>
            {(found) => <Written key={like} draft={found} domains={data.filter(({ status }) => status === 'verified')} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
