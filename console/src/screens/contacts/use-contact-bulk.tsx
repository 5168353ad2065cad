import type { Contact } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { SelectField } from '../../ui/forms/field.tsx';
import { legible, legibleAddress } from '../../ui/legible.ts';
import type { Bulk, BulkAction } from '../../ui/lists/bulk.tsx';
import { each, ROWS_A_REQUEST } from '../../ui/lists/bulk-run.ts';
import { useAudiences } from '../audiences/use-audiences.ts';

/** Chooses an audience; says so if there is none. */
function AudienceField() {
  const words = useWords();
  const { data = [] } = useAudiences();
  return (
    <SelectField label={words.contacts.audience} name="audience" required hint={data.length === 0 ? words.contacts.noAudience : undefined}>
      {data.map(({ id, name }) => (
        <option key={id} value={id}>
          {legible(name)}
        </option>
      ))}
    </SelectField>
  );
}

/** Returns the bulk actions for contacts. */
export function useContactBulk(): Bulk<Contact> {
  const words = useWords();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const mayChange = useMay('Contacts');
  const join: BulkAction<Contact> = {
    name: words.contacts.toAudience,
    text: null,
    harmless: true,
    fields: <AudienceField />,
    work: {
      atOnce: ROWS_A_REQUEST,
      async act(rows, fields) {
        const request = { contact_ids: rows.map(({ id }) => id) };
        const { data } = await posthorn.audiences.addMembers(fields.get('audience') ?? '', request);
        return data.map(({ error }) => error ?? undefined);
      },
    },
    refresh: () => queries.invalidateQueries({ queryKey: ['members', tenant] }),
  };
  const remove: BulkAction<Contact> = {
    name: words.common.delete,
    text: words.contacts.deleteText,
    work: each(({ id }) => posthorn.contacts.delete(id)),
    refresh: () => queries.invalidateQueries({ queryKey: ['contacts', tenant] }),
  };
  return { actions: mayChange ? [join, remove] : [], nameOf: ({ email }) => legibleAddress(email) };
}
