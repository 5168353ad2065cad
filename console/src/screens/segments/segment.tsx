import type { Segment } from '@posthorn/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { keepAnswer } from '../../api/keep-answer.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { legible } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { useDeleted } from '../../ui/use-deleted.ts';
import { Matching, SegmentForm } from './segment-form.tsx';

export function NewSegment() {
  const words = useWords();
  const say = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  return (
    <Page title={words.segments.add} back={{ link: { to: '/$tenant/segments', params: { tenant } }, label: words.places.segments }}>
      <SegmentForm
        action={words.segments.add}
        onSubmit={async (request) => {
          const created = await posthorn.segments.create(request);
          await queries.invalidateQueries({ queryKey: ['segments', tenant] });
          say(words.segments.saved);
          await navigate({ to: '/$tenant/segments/$id', params: { tenant, id: created.id }, ignoreBlocker: true });
          return created;
        }}
      />
    </Page>
  );
}

function DeleteSegment({ segment }: { readonly segment: Segment }) {
  const words = useWords();
  const forget = useDeleted();
  const { id: tenant, posthorn } = useTenancy();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button icon={Trash2} look="danger" onClick={() => setAsked(true)}>
        {words.common.delete}
      </Button>
      <Confirm
        open={asked}
        onClose={() => setAsked(false)}
        title={words.segments.deleteTitle(legible(segment.name))}
        action={words.common.delete}
        onConfirm={async () => {
          await posthorn.segments.delete(segment.id);
          await forget({
            key: ['segment', tenant, segment.id],
            list: { key: ['segments', tenant], link: { to: '/$tenant/segments', params: { tenant } } },
            said: words.segments.deleted,
          });
        }}
      >
        {words.segments.deleteText}
      </Confirm>
    </>
  );
}

export function SegmentScreen() {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const mayChange = useMay('Segments');
  const { id: tenant, posthorn } = useTenancy();
  const { id = '' } = useParams({ strict: false });
  const query = useQuery({ queryKey: ['segment', tenant, id], queryFn: ({ signal }) => posthorn.segments.get(id, { signal }) });
  const segment = query.data;
  return (
    <Page
      title={legible(segment?.name ?? words.segments.segment)}
      back={{ link: { to: '/$tenant/segments', params: { tenant } }, label: words.places.segments }}
      actions={mayChange && segment !== undefined && <DeleteSegment segment={segment} />}
    >
      <Loaded query={query}>
        {(found) =>
          mayChange ? (
            <SegmentForm
              key={found.id}
              given={found}
              action={words.common.save}
              onSubmit={async (_, changes) => {
                const after = await keepAnswer(queries, ['segment', tenant, id], () => posthorn.segments.update(id, changes));
                await queries.invalidateQueries({ queryKey: ['segments', tenant] });
                say(words.segments.saved);
                return after;
              }}
            />
          ) : (
            <Matching filter={found.filter} />
          )
        }
      </Loaded>
    </Page>
  );
}
