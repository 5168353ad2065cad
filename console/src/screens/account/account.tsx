import type { Me, Passkey, SignInRecord } from '@posthorn/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { codeOf, describeFailure } from '../../api/failures.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { type Theme, usePreferences } from '../../session/preferences.ts';
import { ME, useMe, useSignOut } from '../../session/session.ts';
import { isLanguage, languages, useLanguage, useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock, Copyable } from '../../ui/copy.tsx';
import { Actions, Dialog } from '../../ui/dialog.tsx';
import { Check, SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/list.tsx';
import { Page, Section } from '../../ui/page.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useAction } from '../../ui/use-action.ts';
import { askForPasskey, hasPasskeys, isGivenUp, makePasskey } from '../sign-in/passkey.ts';
import { QrCode } from './qr-code.tsx';

/** What asks for a proof first, and is done once it is given. */
type Guarded = () => Promise<void>;

interface ProofProps {
  readonly waiting: Guarded | undefined;
  onClose(): void;
}

/** Asks again who this is, and goes on with what was asked for. */
function Proof({ waiting, onClose }: ProofProps) {
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

interface PartProps {
  readonly me: Me;
  /** Does it, and asks for a proof where that is wanted. */
  guard(act: Guarded): Promise<void>;
}

function Name({ me }: { readonly me: Me }) {
  const words = useWords();
  const say = useToast();
  const queries = useQueryClient();
  const rename = useAction(async (name: string) => {
    queries.setQueryData(ME, await call('PATCH /account/me', { body: { name } }));
    say(words.account.saved);
  });
  return (
    <Form
      className="flex items-end gap-2"
      failure={rename.failure}
      onSubmit={(fields) => void rename.run((fields.get('name') ?? '').trim())}
    >
      <TextField
        label={words.account.name}
        name="name"
        defaultValue={me.name ?? ''}
        required
        maxLength={255}
        autoComplete="name"
        fieldClassName="w-72 max-w-full"
      />
      <Button type="submit" busy={rename.busy}>
        {words.common.save}
      </Button>
    </Form>
  );
}

function Password({ guard }: PartProps) {
  const words = useWords();
  const say = useToast();
  const [tries, setTries] = useState(0);
  const change = useAction(async (password: string) =>
    guard(async () => {
      await call('POST /account/password', { body: { password } });
      setTries((before) => before + 1);
      say(words.account.passwordChanged);
    }),
  );
  return (
    <Form
      key={tries}
      className="flex flex-col items-start gap-3"
      failure={change.failure}
      onSubmit={(fields) => void change.run(fields.get('password') ?? '')}
    >
      <TextField
        label={words.link.password}
        hint={words.account.passwordHint}
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={12}
        maxLength={256}
        required
        fieldClassName="w-72 max-w-full"
      />
      <Button type="submit" busy={change.busy}>
        {words.account.changePassword}
      </Button>
    </Form>
  );
}

function RecoveryCodes({ codes, onClose }: { readonly codes: readonly string[] | undefined; onClose(): void }) {
  const words = useWords();
  return (
    <Dialog open={codes !== undefined} onClose={onClose} title={words.account.codes} description={words.account.codesText}>
      <CodeBlock code={codes?.join('\n') ?? ''} label={words.account.codes} />
      <Actions>
        <Button look="primary" onClick={onClose}>
          {words.keysScreen.kept}
        </Button>
      </Actions>
    </Dialog>
  );
}

function Authenticator({ me, guard }: PartProps) {
  const words = useWords();
  const queries = useQueryClient();
  const [begun, setBegun] = useState<{ readonly secret: string; readonly uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const reload = () => queries.invalidateQueries({ queryKey: ME });
  const start = useAction(() => guard(async () => setBegun(await call('POST /account/totp'))));
  const renew = useAction(() => guard(async () => setCodes((await call('POST /account/recovery-codes')).recovery_codes)));
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
      {failure !== undefined && <Failure className="mt-2">{describeFailure(failure, words)}</Failure>}
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

function Row({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <li className="flex min-h-11 items-center gap-4 border-b border-line py-2">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</div>
      {action}
    </li>
  );
}

function Passkeys({ guard }: PartProps) {
  const words = useWords();
  const { data, refetch } = useQuery({ queryKey: ['passkeys'], queryFn: ({ signal }) => call('GET /account/passkeys', { signal }) });
  const add = useAction(async (name: string) =>
    guard(async () => {
      const { options } = await call('POST /account/passkeys/options');
      try {
        await call('POST /account/passkeys', { body: { name, credential: await makePasskey(options) } });
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
                <Button small look="quiet" aria-label={words.account.removeNamed(legible(key.name))} onClick={() => void remove.run(key)}>
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
      {remove.failure !== undefined && <Failure className="mt-2">{describeFailure(remove.failure, words)}</Failure>}
    </>
  );
}

function SignIns() {
  const words = useWords();
  const list = useList<SignInRecord, string>({
    key: ['sign-ins'],
    load: (cursor, signal) => call('GET /account/sign-ins', { query: { limit: PAGE_ROWS, cursor }, signal }),
  });
  const end = useAction(async (id: string) => {
    await call('DELETE /account/sign-ins/{id}', { params: { id } });
    await list.query.refetch();
  });
  return (
    <ListOf list={list} empty={null}>
      {(rows) => (
        <ul className="border-t border-line">
          {rows.map(({ id, user_agent, ip, last_seen_at, current }) => (
            <Row
              key={id}
              action={
                current ? (
                  <span className="text-sm text-faint">{words.account.thisOne}</span>
                ) : (
                  <Button small look="quiet" busy={end.busy} onClick={() => void end.run(id)}>
                    {words.account.end}
                  </Button>
                )
              }
            >
              <p className="line-clamp-2 text-sm">{legible(user_agent ?? words.account.unknownBrowser)}</p>
              <p className="text-xs text-faint">
                {ip} · <Time at={last_seen_at} ago />
              </p>
            </Row>
          ))}
        </ul>
      )}
    </ListOf>
  );
}

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

function Choices() {
  const words = useWords();
  const language = useLanguage();
  const { preferences, change } = usePreferences();
  return (
    <div className="flex max-w-72 flex-col gap-4">
      <SelectField
        label={words.account.theme}
        value={preferences.theme}
        onChange={(event) => change({ theme: THEMES.find((theme) => theme === event.target.value) ?? 'system' })}
      >
        {THEMES.map((theme) => (
          <option key={theme} value={theme}>
            {words.account.themes[theme]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={words.account.language}
        value={language}
        onChange={(event) => isLanguage(event.target.value) && change({ language: event.target.value })}
      >
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <Check
        label={words.keys.single}
        hint={words.keys.singleHint}
        checked={preferences.singleKeys}
        onChange={(event) => change({ singleKeys: event.target.checked })}
      />
    </div>
  );
}

/** The person's own account. */
export function Account() {
  const words = useWords();
  const signOut = useSignOut();
  const { data: me } = useMe();
  const [waiting, setWaiting] = useState<Guarded>();
  const guard = async (act: Guarded) => {
    try {
      await act();
    } catch (error) {
      if (codeOf(error) !== 'proof_required') throw error;
      setWaiting(() => act);
    }
  };
  if (!me) return null;
  return (
    <Page
      title={words.frame.account}
      intro={me.email}
      narrow
      back={{ link: { to: '/' }, label: words.account.back }}
      actions={<Button onClick={() => void signOut()}>{words.frame.signOut}</Button>}
    >
      <Name me={me} />
      <Section title={words.account.choices}>
        <Choices />
      </Section>
      <Section title={words.signIn.password}>
        <Password me={me} guard={guard} />
      </Section>
      <Section title={words.account.app}>
        <Authenticator me={me} guard={guard} />
      </Section>
      <Section title={words.account.passkeys}>
        <Passkeys me={me} guard={guard} />
      </Section>
      <Section title={words.account.signIns}>
        <SignIns />
      </Section>
      <Proof waiting={waiting} onClose={() => setWaiting(undefined)} />
    </Page>
  );
}
