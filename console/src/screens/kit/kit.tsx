import { EllipsisVertical, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton, type Look } from '../../ui/button.tsx';
import { CodeBlock, Copyable } from '../../ui/copy.tsx';
import { Check, SelectField, TextArea, TextField } from '../../ui/forms/field.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Facts, Page, Section } from '../../ui/page.tsx';
import { Empty, Failed, Failure, Loading } from '../../ui/states.tsx';
import { Status, Tag, type Tone } from '../../ui/status.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Charts } from './charts.tsx';
import { ContentParts } from './content.tsx';
import { Rows } from './rows.tsx';

const LOOKS: readonly Look[] = ['primary', 'secondary', 'quiet', 'danger'];
const TONES: readonly Tone[] = ['good', 'info', 'warn', 'error', 'idle'];

function Buttons() {
  return (
    <Section title="Buttons">
      {LOOKS.map((look) => (
        <p key={look} className="mb-2 flex flex-wrap gap-2">
          <Button look={look}>{look}</Button>
          <Button look={look} icon={Plus}>
            icon
          </Button>
          <Button look={look} small>
            small
          </Button>
          <Button look={look} disabled>
            disabled
          </Button>
          <Button look={look} busy>
            busy
          </Button>
        </p>
      ))}
      <p className="flex flex-wrap gap-2">
        <IconButton icon={X} label="Close" />
        <IconButton icon={EllipsisVertical} label="More" />
        <IconButton icon={X} label="Small" small />
      </p>
    </Section>
  );
}

function Fields() {
  return (
    <Section title="Fields">
      <div className="grid max-w-2xl gap-4 sm:grid-cols-2">
        <TextField label="Text" hint="A hint" />
        <TextField label="Wrong" error="What is wrong" defaultValue="value" />
        <SelectField label="Select">
          <option>One</option>
          <option>Two</option>
        </SelectField>
        <TextArea label="Area" rows={3} />
        <Check label="Check" hint="A hint" defaultChecked />
        <TextField label="Disabled" disabled />
      </div>
    </Section>
  );
}

function States() {
  const say = useToast();
  return (
    <Section title="States">
      <p className="mb-4 flex flex-wrap gap-4">
        {TONES.map((tone) => (
          <Status key={tone} state="" tone={tone} label={tone} />
        ))}
        <Tag>order: 1042</Tag>
      </p>
      <div className="grid gap-4 lg:grid-cols-2">
        <Empty title="Nothing yet">What would be here, and how it gets here.</Empty>
        <Failed error={new Error('made up')} again={() => say('Again.')} />
        <Loading rows={3} />
        <Failure>What is wrong, in place.</Failure>
      </div>
    </Section>
  );
}

function Texts() {
  return (
    <Section title="Text to take along">
      <Facts
        facts={[
          ['Id', <Copyable key="id" text="msg_01m7yvv4d1ewh1nn74fa31sj7k" label="id" />],
          ['Other', 'A value'],
        ]}
      />
      <div className="mt-4">
        <CodeBlock code={'curl http://localhost:3000/health'} label="command" />
      </div>
    </Section>
  );
}

function Overlays() {
  const say = useToast();
  const [open, setOpen] = useState(false);
  return (
    <Section title="Over the page">
      <p className="flex gap-2">
        <Button onClick={() => setOpen(true)}>Dialog</Button>
        <Button onClick={() => say('It is done.')}>Toast</Button>
        <Menu trigger={<Button>Menu</Button>}>
          <MenuItem onSelect={() => say('One')}>One</MenuItem>
          <MenuItem disabled onSelect={() => undefined}>
            Disabled
          </MenuItem>
          <MenuLine />
          <MenuItem danger onSelect={() => say('Gone')}>
            Delete
          </MenuItem>
        </Menu>
      </p>
      <Confirm open={open} onClose={() => setOpen(false)} title="Delete it?" action="Delete" onConfirm={async () => say('Gone.')}>
        This cannot be taken back.
      </Confirm>
    </Section>
  );
}

function TabsOfTwo() {
  return (
    <Section title="Tabs">
      <Tabs
        label="Tabs"
        tabs={[
          { value: 'one', label: 'One', content: 'The first' },
          { value: 'two', label: 'Two', content: 'The second' },
        ]}
      />
    </Section>
  );
}

/** `/console/ui`: every part in every state, for development. */
export function Kit() {
  return (
    <Page title="Parts">
      <Buttons />
      <Fields />
      <States />
      <Texts />
      <Overlays />
      <Rows />
      <Charts />
      <ContentParts />
      <TabsOfTwo />
    </Page>
  );
}
