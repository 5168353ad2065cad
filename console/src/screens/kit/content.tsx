import { Editor } from '../../code/editor.tsx';
import { Preview } from '../../ui/mail/preview.tsx';
import { Section } from '../../ui/page.tsx';

const MAIL =
  '<h1>Hello Ada</h1><p>It is on its way: <a href="https://example.org/">follow it</a>.</p><img src="https://example.org/a.png">';
const FAULT = { line: 2, detail: 'What is wrong in this line' };
const MISSING = { paths: ['name'], say: (path: string) => `The model lacks ${path}` };

const nothing = () => undefined;

/** The code editor, and mail as its reader sees it. */
export function ContentParts() {
  return (
    <Section title="Code and mail">
      <div className="grid gap-4 lg:grid-cols-2">
        <div className="h-40">
          <Editor
            value={'<p>Hello {{ name }}</p>\n<p>{% if %}</p>\n'}
            language="html"
            label="HTML"
            fault={FAULT}
            missing={MISSING}
            onChange={nothing}
          />
        </div>
        <div className="h-40">
          <Editor value={'{\n  "name": "Ada"\n}\n'} language="json" label="JSON" onChange={nothing} />
        </div>
        <Preview html={MAIL} title="A mail" />
      </div>
    </Section>
  );
}
