import type { Me } from '@posthorn/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { codeOf, describeFailure } from '../../api/failures.ts';
import { useEnter, useMe } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Failed, Failure, Loading } from '../../ui/states.tsx';
import { Card } from './card.tsx';

const LEAST_CHARACTERS = 12;

const readToken = (): string => new URLSearchParams(location.hash.slice(1)).get('token') ?? '';

const readLink = async (token: string) => call('POST /account/links/read', { body: { token } });
type ReadLink = Awaited<ReturnType<typeof readLink>>;

interface AcceptProps {
  readonly token: string;
  readonly link: ReadLink;
  onDone(me: Me): void;
}

/** For a person without an account, or who chooses another password. */
function ChoosePassword({ token, link, onDone }: AcceptProps) {
  const words = useWords();
  const [asksCode, setAsksCode] = useState(false);
  const accept = useAction(async (fields: ReadonlyMap<string, string>) => {
    const [code, name] = [fields.get('code')?.trim(), fields.get('name')?.trim()];
    const body = { token, password: fields.get('password') ?? '', ...(code ? { code } : {}), ...(name ? { name } : {}) };
    try {
      onDone(await call('POST /account/links/accept', { body }));
    } catch (error) {
      if (codeOf(error) !== 'code_required') throw error;
      setAsksCode(true);
    }
  });
  return (
    <Form failure={accept.failure} onSubmit={(fields) => void accept.run(fields)}>
      <input type="email" name="email" value={link.email} autoComplete="username" readOnly hidden />
      {link.kind === 'invitation' && (
        <TextField label={words.link.name} name="name" autoComplete="name" maxLength={255} hint={words.link.nameHint} autoFocus />
      )}
      <TextField
        label={words.link.password}
        hint={words.link.passwordHint}
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={LEAST_CHARACTERS}
        maxLength={256}
        required
        autoFocus={link.kind !== 'invitation'}
      />
      {asksCode && (
        <TextField label={words.signIn.code} hint={words.signIn.codeHint} name="code" autoComplete="one-time-code" required autoFocus />
      )}
      <Button type="submit" look="primary" busy={accept.busy}>
        {link.kind === 'invitation' ? words.link.create : words.link.setPassword}
      </Button>
    </Form>
  );
}

/** For a person with an account: signs in if needed, and accepts. */
function Join({ token, link, onDone }: AcceptProps) {
  const words = useWords();
  const { data: me, isPending } = useMe();
  const enter = useEnter();
  const [asksCode, setAsksCode] = useState(false);
  const isTheirs = me?.email === link.email;
  const join = useAction(async (fields: ReadonlyMap<string, string>) => {
    if (!isTheirs) {
      const code = fields.get('code')?.trim();
      try {
        enter(
          await call('POST /account/sign-in', {
            body: { email: link.email, password: fields.get('password') ?? '', ...(code ? { code } : {}) },
          }),
        );
      } catch (error) {
        if (codeOf(error) !== 'code_required') throw error;
        setAsksCode(true);
        return;
      }
    }
    onDone(await call('POST /account/memberships', { body: { token } }));
  });
  // Avoids asking for a password that turns out not to be needed.
  if (isPending) return <Loading rows={2} />;
  return (
    <Form failure={join.failure} onSubmit={(fields) => void join.run(fields)}>
      {!isTheirs && (
        <TextField label={words.link.yourPassword} name="password" type="password" autoComplete="current-password" required autoFocus />
      )}
      {asksCode && (
        <TextField label={words.signIn.code} hint={words.signIn.codeHint} name="code" autoComplete="one-time-code" required autoFocus />
      )}
      <Button type="submit" look="primary" busy={join.busy}>
        {words.link.accept}
      </Button>
    </Form>
  );
}

/** `/console/link#token=…`: shows the purpose of the link, and asks for what is needed to accept it. */
export function FollowLink() {
  const words = useWords();
  const navigate = useNavigate();
  const enter = useEnter();
  const [token] = useState(readToken);
  // Removed from the address bar, where it would stay in the history.
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const link = useQuery({ queryKey: ['link', token], queryFn: () => readLink(token), retry: false, staleTime: Number.POSITIVE_INFINITY });
  const onDone = (me: Me) => {
    enter(me);
    const tenant = me.memberships.find(({ tenant_id }) => tenant_id === link.data?.tenant_id)?.tenant_id;
    void navigate(tenant === undefined ? { to: '/', replace: true } : { to: '/$tenant', params: { tenant }, replace: true });
  };
  if (link.error !== null) {
    return (
      <Card title={words.link.title}>
        {codeOf(link.error) === 'invalid_link' ? (
          <Failure>{describeFailure(link.error, words)}</Failure>
        ) : (
          <Failed error={link.error} again={() => void link.refetch()} />
        )}
        <Button onClick={() => void navigate({ to: '/' })}>{words.signIn.title}</Button>
      </Card>
    );
  }
  if (link.data === undefined)
    return (
      <Card title={words.link.title}>
        <Loading rows={3} />
      </Card>
    );
  const joins = link.data.kind === 'invitation' && link.data.account_exists;
  const Part = joins ? Join : ChoosePassword;
  return (
    <Card
      title={link.data.kind === 'invitation' ? words.link.welcome : words.link.newPassword}
      text={`${words.link.text(link.data)}${words.link.effects[link.data.kind]}`}
    >
      <Part token={token} link={link.data} onDone={onDone} />
    </Card>
  );
}
