import { Editor } from '../../code/editor.tsx';
import { describeLiquid } from '../../code/liquid-fault.ts';
import { useWords } from '../../text/words.ts';
import { TextField } from '../../ui/forms/field.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type Draft, faultOf, useRendered } from './draft.ts';

const NOTHING: readonly string[] = [];

interface CodeProps {
  readonly draft: Draft;
  change(changes: Partial<Draft>): void;
}

/** The parts of a template, each in its own editor. */
export function Code({ draft, change }: CodeProps) {
  const words = useWords();
  const { data, error } = useRendered(draft);
  const found = faultOf(error);
  const fault = found && { ...found, detail: describeLiquid(found.detail, words.liquid) ?? found.detail };
  const missing = { paths: data?.missing ?? NOTHING, say: words.template.missingHere };
  const of = (field: string) => (fault?.field === field ? fault : undefined);
  const box = 'h-[28rem] max-lg:h-80';
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <TextField
        label={words.emails.subject}
        value={draft.subject}
        onChange={(event) => change({ subject: event.target.value })}
        spellCheck={false}
      />
      <Tabs
        label={words.template.parts}
        tabs={[
          {
            value: 'html',
            label: 'HTML',
            content: (
              <div className={box}>
                <Editor
                  value={draft.html}
                  language="html"
                  label="HTML"
                  fault={of('html_body')}
                  missing={missing}
                  onChange={(html) => change({ html })}
                />
              </div>
            ),
          },
          {
            value: 'text',
            label: words.email.text,
            content: (
              <div className={box}>
                <Editor
                  value={draft.text}
                  language="text"
                  label={words.email.text}
                  fault={of('text_body')}
                  missing={missing}
                  onChange={(text) => change({ text })}
                />
              </div>
            ),
          },
          {
            value: 'model',
            label: words.send.model,
            content: (
              <div className={box}>
                <Editor
                  key={draft.filled}
                  value={draft.model}
                  language="json"
                  label={words.send.model}
                  onChange={(model) => change({ model })}
                />
              </div>
            ),
          },
        ]}
      />
    </div>
  );
}
