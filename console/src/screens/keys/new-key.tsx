import type { CreatedApiKey } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { SelectField, TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legibleDomain } from '../../ui/legible.ts';
import { Actions, Dialog, SubmitActions } from '../../ui/overlays/dialog.tsx';
import { useMadeOnce } from '../../ui/overlays/use-made-once.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { useVerifiedDomains } from '../domains/use-domains.ts';

const curlOf = (key: string, from: string) => `curl ${location.origin}/v1/email \\
  -H "Authorization: Bearer ${key}" \\
  -H "Content-Type: application/json" \\
  -d '{"from": "${from}", "to": ["you@example.com"],
       "subject": "Hello", "text_body": "It works."}'`;

const sdkOf = (key: string, from: string) => `import { Posthorn } from '@posthorn/sdk';

const posthorn = new Posthorn({ apiKey: '${key}', baseUrl: '${location.origin}' });
await posthorn.email.send({
  from: '${from}',
  to: ['you@example.com'],
  subject: 'Hello',
  text_body: 'It works.',
});`;

/** The key, shown once, and the first lines to use it with. */
function ShowKey({ created, onClose }: { readonly created: CreatedApiKey; onClose(): void }) {
  const words = useWords();
  const [first] = useVerifiedDomains().domains;
  const from = `hello@${first?.name ?? 'your-domain.com'}`;
  const code = (text: string) => <CodeBlock code={text} label={words.keysScreen.example} />;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <CodeBlock code={created.key} label={words.keysScreen.key} />
      <Tabs
        label={words.keysScreen.example}
        tabs={[
          { value: 'curl', label: 'curl', content: code(curlOf(created.key, from)) },
          { value: 'sdk', label: 'TypeScript', content: code(sdkOf(created.key, from)) },
        ]}
      />
      <Actions>
        <Button look="primary" onClick={onClose}>
          {words.keysScreen.kept}
        </Button>
      </Actions>
    </div>
  );
}

function NewKeyForm({ onCreated, onClose }: { onCreated(key: CreatedApiKey): void; onClose(): void }) {
  const words = useWords();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const { domains: senders } = useVerifiedDomains();
  const [permission, setPermission] = useState<'full_access' | 'sending_access'>('sending_access');
  const create = useAction(async (fields: ReadonlyMap<string, string>) => {
    const domain = permission === 'sending_access' ? fields.get('domain') : undefined;
    const created = await posthorn.apiKeys.create({
      name: (fields.get('name') ?? '').trim(),
      permission,
      ...(domain ? { domain_id: domain } : {}),
    });
    await queries.invalidateQueries({ queryKey: ['keys', tenant] });
    onCreated(created);
  });
  return (
    <Form failure={create.failure} onSubmit={(fields) => void create.run(fields)}>
      <TextField label={words.common.name} hint={words.keysScreen.nameHint} name="name" required maxLength={255} autoComplete="off" />
      <SelectField
        label={words.keysScreen.permission}
        value={permission}
        onChange={(event) => setPermission(event.target.value === 'full_access' ? 'full_access' : 'sending_access')}
      >
        <option value="sending_access">{words.keysScreen.permissions.sending_access}</option>
        <option value="full_access">{words.keysScreen.permissions.full_access}</option>
      </SelectField>
      {permission === 'sending_access' && (
        <SelectField label={words.keysScreen.domain} name="domain">
          <option value="">{words.keysScreen.everyDomain}</option>
          {senders.map(({ id, name }) => (
            <option key={id} value={id}>
              {legibleDomain(name)}
            </option>
          ))}
        </SelectField>
      )}
      <SubmitActions busy={create.busy} onCancel={onClose}>
        {words.keysScreen.create}
      </SubmitActions>
    </Form>
  );
}

export function NewKey({ open, onClose }: { readonly open: boolean; onClose(): void }) {
  const words = useWords();
  const { made, setMade, isOpen, close } = useMadeOnce<CreatedApiKey>({ open, onClose });
  return (
    <Dialog
      open={isOpen}
      isShownOnce={made !== undefined}
      onClose={close}
      wide={made !== undefined}
      title={made === undefined ? words.keysScreen.create : words.keysScreen.createdTitle}
      description={made === undefined ? undefined : words.keysScreen.createdText}
    >
      {made === undefined ? <NewKeyForm onCreated={setMade} onClose={close} /> : <ShowKey created={made} onClose={close} />}
    </Dialog>
  );
}
