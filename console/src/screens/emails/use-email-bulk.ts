import type { Message } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { legibleAddress } from '../../ui/legible.ts';
import type { Bulk } from '../../ui/lists/bulk.tsx';
import { each } from '../../ui/lists/bulk-run.ts';

/** Returns the bulk actions for emails. */
export function useEmailBulk(): Bulk<Message> {
  const words = useWords();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const maySend = useMay('Email');
  const cancel = {
    name: words.email.cancel,
    text: words.email.cancelText,
    applies: ({ status }: Message) => status === 'queued' || status === 'scheduled',
    work: each(({ id }: Message) => posthorn.email.cancel(id)),
    refresh: () => queries.invalidateQueries({ queryKey: ['messages', tenant] }),
  };
  return { actions: maySend ? [cancel] : [], nameOf: ({ subject, to }) => legibleAddress(`${to.join(', ')}: ${subject}`) };
}
