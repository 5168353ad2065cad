import type { Me } from '@posthorn/contract';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { KeySquare, Landmark } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { codeOf, describeFailure } from '../../api/failures.ts';
import { goToIssuer, isBackFromIssuer, signInByIssuer } from '../../session/issuer.ts';
import { useEnter, useMe } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Failure } from '../../ui/states.tsx';
import { Card, Or } from './card.tsx';
import { askForPasskey, hasPasskeys, isGivenUp } from './passkey.ts';

/** Returns a function that leads to where the person was before being asked to sign in; only within the console. */
function useEntry(): (me: Me) => void {
  const takeUp = useEnter();
  const router = useRouter();
  const navigate = useNavigate();
  const { to } = useSearch({ strict: false });
  return (me) => {
    takeUp(me);
    if (to?.startsWith('/') && !to.startsWith('//')) router.history.replace(`/console${to.replace(/^\/console(?=\/)/, '')}`);
    else void navigate({ to: '/', replace: true });
  };
}

async function byPasskey(): Promise<Me | undefined> {
  const { options } = await call('POST /account/sign-in/passkey/options');
  try {
    return await call('POST /account/sign-in/passkey', { body: { credential: await askForPasskey(options) } });
  } catch (error) {
    if (isGivenUp(error)) return undefined;
    throw error;
  }
}

/** Signs in with an issuer: goes there, and continues by itself after the return. */
function ByIssuer({ enter }: { enter(me: Me): void }) {
  const words = useWords();
  const leave = useAction(goToIssuer);
  const comeBack = useAction(async () => enter(await signInByIssuer()));
  useEffect(() => {
    if (isBackFromIssuer()) void comeBack.run();
  });
  const failure = codeOf(comeBack.failure) === 'sign_in_failed' ? words.signIn.issuerFailed : undefined;
  const failed = comeBack.failure ?? leave.failure;
  return (
    <>
      <Button icon={Landmark} busy={leave.busy || comeBack.busy} onClick={() => void leave.run()}>
        {words.signIn.issuer}
      </Button>
      {failed !== undefined && <Failure>{failure ?? describeFailure(failed, words)}</Failure>}
    </>
  );
}

export function SignIn() {
  const words = useWords();
  const enter = useEntry();
  const { data: me } = useMe();
  const issuer = useQuery({
    queryKey: ['issuer'],
    queryFn: ({ signal }) => call('GET /account/issuer', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Kept, since the address loses it before the result can be shown.
  const [wasThere] = useState(isBackFromIssuer);
  const [asksCode, setAsksCode] = useState(false);
  const password = useAction(async (fields: ReadonlyMap<string, string>) => {
    const code = fields.get('code')?.trim();
    const body = { email: fields.get('email') ?? '', password: fields.get('password') ?? '', ...(code ? { code } : {}) };
    try {
      enter(await call('POST /account/sign-in', { body }));
    } catch (error) {
      if (codeOf(error) !== 'code_required') throw error;
      setAsksCode(true);
    }
  });
  const byOthers = issuer.data?.available === true || wasThere;
  const passkey = useAction(async () => {
    const signedIn = await byPasskey();
    if (signedIn !== undefined) enter(signedIn);
  });
  return (
    <Card title={words.signIn.title}>
      {me && (
        <p className="text-sm text-faint">
          {words.signIn.already(me.email)}{' '}
          <Link to="/" className="text-ink underline">
            {words.signIn.goOn}
          </Link>
        </p>
      )}
      <Form failure={password.failure} describe={describeFailure} onSubmit={(fields) => void password.run(fields)}>
        <TextField label={words.signIn.email} name="email" type="email" autoComplete="username" required autoFocus />
        <TextField label={words.signIn.password} name="password" type="password" autoComplete="current-password" required />
        {asksCode && (
          <TextField
            label={words.signIn.code}
            hint={words.signIn.codeHint}
            name="code"
            autoComplete="one-time-code"
            inputMode="text"
            required
            autoFocus
          />
        )}
        <Button type="submit" look="primary" busy={password.busy}>
          {words.signIn.submit}
        </Button>
      </Form>
      {(hasPasskeys() || byOthers) && <Or />}
      {hasPasskeys() && (
        <Button icon={KeySquare} busy={passkey.busy} onClick={() => void passkey.run()}>
          {words.signIn.passkey}
        </Button>
      )}
      {passkey.failure !== undefined && <Failure>{describeFailure(passkey.failure, words)}</Failure>}
      {byOthers && <ByIssuer enter={enter} />}
      <Link to="/forgotten" className={`${buttonClasses('quiet')} self-start px-0! text-faint!`}>
        {words.signIn.forgotten}
      </Link>
    </Card>
  );
}
