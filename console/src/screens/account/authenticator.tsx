import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { describeFailedChange } from '../../api/failures.ts';
import { ME } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock, Copyable } from '../../ui/copy.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Actions, Dialog } from '../../ui/overlays/dialog.tsx';
import { Failure } from '../../ui/states.tsx';
import type { PartProps } from './guard.ts';
import { QrCode } from './qr-code.tsx';

function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[] | undefined; onClose(): void }) {
  const words = useWords();
  return (
    <Dialog open={codes !== undefined} isShownOnce onClose={onClose} title={words.account.codes} description={words.account.codesText}>
      <CodeBlock code={codes?.join('\n') ?? ''} label={words.account.codes} />
      <Actions>
        <Button look="primary" onClick={onClose}>
          {words.keysScreen.kept}
        </Button>
      </Actions>
    </Dialog>
  );
}

/** The second factor from an app, and the codes for when it is lost. */
export function Authenticator({ me, guard }: PartProps) {
  const words = useWords();
  const queries = useQueryClient();
  const [begun, setBegun] = useState<{ readonly secret: string; readonly uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const reload = () => queries.invalidateQueries({ queryKey: ME });
  const start = useAction(() => guard(async () => setBegun(await call('POST /account/totp'))));
  const renew = useAction(() =>
    guard(async () => {
      setCodes((await call('POST /account/recovery-codes')).recovery_codes);
      await reload();
    }),
  );
  const remove = useAction(() =>
    guard(async () => {
      await call('DELETE /account/totp');
      await reload();
    }),
  );
  const confirm = useAction(async (code: string) => {
    const { recovery_codes } = await call('POST /account/totp/confirm', { body: { code } });
    setBegun(undefined);
    setCodes(recovery_codes);
    await reload();
  });
  const failure = start.failure ?? renew.failure ?? remove.failure;
  return (
    <>
      <p className="mb-3 text-faint">{me.has_authenticator ? words.account.appOn(me.recovery_codes_left) : words.account.appOff}</p>
      <div className="flex flex-wrap gap-2">
        {me.has_authenticator ? (
          <>
            <Button busy={renew.busy} onClick={() => void renew.run()}>
              {words.account.newCodes}
            </Button>
            <Button look="danger" busy={remove.busy} onClick={() => void remove.run()}>
              {words.account.appRemove}
            </Button>
          </>
        ) : (
          <Button busy={start.busy} onClick={() => void start.run()}>
            {words.account.appStart}
          </Button>
        )}
      </div>
      {failure !== undefined && <Failure className="mt-2">{describeFailedChange(failure, words)}</Failure>}
      <Dialog
        open={begun !== undefined}
        onClose={() => setBegun(undefined)}
        title={words.account.appStart}
        description={words.account.appScan}
      >
        {begun !== undefined && (
          <Form failure={confirm.failure} onSubmit={(fields) => void confirm.run((fields.get('code') ?? '').trim())}>
            <QrCode text={begun.uri} label={words.account.qr} />
            <Copyable text={begun.secret} label={words.account.secret} />
            <TextField label={words.signIn.code} name="code" autoComplete="one-time-code" inputMode="numeric" required />
            <Actions>
              <Button type="submit" look="primary" busy={confirm.busy}>
                {words.account.appConfirm}
              </Button>
            </Actions>
          </Form>
        )}
      </Dialog>
      <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />
    </>
  );
}
