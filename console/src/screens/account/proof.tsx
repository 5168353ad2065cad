import { call } from '../../api/call.ts';
import { useMe } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Actions, Dialog } from '../../ui/overlays/dialog.tsx';
import { askForPasskey, hasPasskeys } from '../sign-in/passkey.ts';
import type { GuardedAction } from './guard.ts';

interface ProofProps {
  readonly waiting: GuardedAction | undefined;
  onClose(): void;
}

/** Asks the person to prove their identity again, then continues with the waiting action. */
export function Proof({ waiting, onClose }: ProofProps) {
  const words = useWords();
  const prove = useAction(async (how: () => Promise<unknown>) => {
    await how();
    onClose();
    await waiting?.();
  });
  const byPassword = (fields: ReadonlyMap<string, string>) => {
    const code = fields.get('code')?.trim();
    return call('POST /account/proof', { body: { password: fields.get('password') ?? '', ...(code ? { code } : {}) } });
  };
  const byPasskey = async () => {
    const { options } = await call('POST /account/sign-in/passkey/options');
    return call('POST /account/proof/passkey', { body: { credential: await askForPasskey(options) } });
  };
  const { data: me } = useMe();
  return (
    <Dialog open={waiting !== undefined} onClose={onClose} title={words.account.proof} description={words.account.proofText}>
      <Form failure={prove.failure} onSubmit={(fields) => void prove.run(() => byPassword(fields))}>
        <input type="email" name="email" value={me?.email ?? ''} autoComplete="username" readOnly hidden />
        <TextField label={words.signIn.password} name="password" type="password" autoComplete="current-password" required autoFocus />
        {me?.has_authenticator && <TextField label={words.signIn.code} name="code" autoComplete="one-time-code" required />}
        <Actions>
          {hasPasskeys() && <Button onClick={() => void prove.run(byPasskey)}>{words.signIn.passkey}</Button>}
          <Button type="submit" look="primary" busy={prove.busy}>
            {words.account.prove}
          </Button>
        </Actions>
      </Form>
    </Dialog>
  );
}
