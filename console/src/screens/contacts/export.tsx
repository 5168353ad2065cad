import type { ContactExport } from '@posthorn/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { describeFailedChange, describeFailure } from '../../api/failures.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/forms/field.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { saveFile } from '../../ui/lists/save-file.ts';
import { Actions, Dialog } from '../../ui/overlays/dialog.tsx';
import { Failure } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { Moment } from '../../ui/time.tsx';

const FOLLOW_EVERY_MS = 1000;
const SHOWN = 5;
const isOpen = ({ status }: ContactExport) => status === 'pending' || status === 'processing';

function Exports({ escaped }: { readonly escaped: boolean }) {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const { data, error } = useQuery({
    queryKey: ['exports', tenant],
    queryFn: ({ signal }) => posthorn.contacts.listExports({ limit: SHOWN }, { signal }),
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? FOLLOW_EVERY_MS : false),
  });
  const download = useAction(async (id: string) => {
    const file = await posthorn.contacts.downloadExport(id, { escape_formulas: escaped });
    saveFile(await file.blob(), 'contacts.csv');
  });
  return (
    <>
      {error !== null && <Failure className="mt-4">{describeFailure(error, words)}</Failure>}
      <ul className="mt-4 border-t border-line">
        {data?.data.map(({ export_id: id, status, row_count: rows, created_at }) => (
          <li key={id} className="flex min-h-11 items-center gap-4 border-b border-line text-sm">
            <span className="w-28">
              <Status state={status === 'done' ? 'completed' : status} label={words.exports.states[status]} />
            </span>
            <span className="min-w-0 flex-1 truncate text-faint">
              <Moment at={created_at} /> {rows !== null && `· ${words.exports.rows(rows)}`}
            </span>
            {status === 'done' && (
              <Button small icon={Download} busy={download.busy} onClick={() => void download.run(id)}>
                {words.exports.download}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {download.failure !== undefined && <Failure className="mt-3">{describeFailure(download.failure, words)}</Failure>}
    </>
  );
}

/** Exports all contacts to a file, which is written in the background. */
export function ExportContacts({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const [escaped, setEscaped] = useState(true);
  const queries = useQueryClient();
  const write = useAction(async () => {
    await posthorn.contacts.export();
    await queries.invalidateQueries({ queryKey: ['exports', tenant] });
  });
  return (
    <Dialog open={open} onClose={onClose} title={words.exports.title} description={words.exports.text}>
      <Check
        label={words.exports.formulas}
        hint={words.exports.formulasHint}
        checked={escaped}
        onChange={(event) => setEscaped(event.target.checked)}
      />
      {open && <Exports escaped={escaped} />}
      {write.failure !== undefined && <Failure className="mt-3">{describeFailedChange(write.failure, words)}</Failure>}
      <Actions>
        <Button onClick={onClose}>{words.common.close}</Button>
        <Button look="primary" busy={write.busy} onClick={() => void write.run()}>
          {words.exports.submit}
        </Button>
      </Actions>
    </Dialog>
  );
}
