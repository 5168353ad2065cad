import type { Passkey } from '@posthorn/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { describeFailedChange } from '../../api/failures.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible } from '../../ui/legible.ts';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { hasPasskeys, isGivenUp, makePasskey } from '../sign-in/passkey.ts';
import type { PartProps } from './guard.ts';
import { Row } from './row.tsx';

/** Keys of devices that sign in without a password. */
export function Passkeys({ guard }: PartProps) {
  const words = useWords();
  const { data, refetch } = useQuery({ queryKey: ['passkeys'], queryFn: ({ signal }) => call('GET /account/passkeys', { signal }) });
  const [added, setAdded] = useState(0);
  const add = useAction(async (name: string) =>
    guard(async () => {
      const { options } = await call('POST /account/passkeys/options');
      try {
        await call('POST /account/passkeys', { body: { name, credential: await makePasskey(options) } });
        setAdded((before) => before + 1);
      } catch (error) {
        if (!isGivenUp(error)) throw error;
      }
      await refetch();
    }),
  );
  const remove = useAction(async (key: Passkey) =>
    guard(async () => {
      await call('DELETE /account/passkeys/{id}', { params: { id: key.id } });
      await refetch();
    }),
  );
  return (
    <>
      {data !== undefined && data.data.length > 0 && (
        <ul className="mb-4 border-t border-line">
          {data.data.map((key) => (
            <Row
              key={key.id}
              action={
                <Button
                  small
                  look="quiet"
                  aria-label={words.account.removeNamed(legible(key.name))}
                  busy={remove.busy}
                  onClick={() => void remove.run(key)}
                >
                  {words.members.remove}
                </Button>
              }
            >
              {legible(key.name)}{' '}
              <span className="text-sm text-faint">
                {key.last_used_at === null ? words.account.unused : <Time at={key.last_used_at} ago />}
              </span>
            </Row>
          ))}
        </ul>
      )}
      {hasPasskeys() ? (
        <Form
          key={added}
          className="flex flex-wrap items-end gap-2"
          failure={add.failure}
          onSubmit={(fields) => void add.run((fields.get('name') ?? '').trim())}
        >
          <TextField
            label={words.account.passkeyName}
            name="name"
            required
            maxLength={255}
            placeholder={words.account.passkeyExample}
            fieldClassName="w-72 max-w-full"
          />
          <Button type="submit" busy={add.busy}>
            {words.account.passkeyAdd}
          </Button>
        </Form>
      ) : (
        <p className="text-faint">{words.failures.codes.passkeys_unavailable}</p>
      )}
      {remove.failure !== undefined && <Failure className="mt-2">{describeFailedChange(remove.failure, words)}</Failure>}
    </>
  );
}
