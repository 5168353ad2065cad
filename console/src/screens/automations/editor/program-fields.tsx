import { Undo2 } from 'lucide-react';
import { lazy, useState } from 'react';
import { useEditorWords } from '../../../text/automation-editor.ts';
import { useWords } from '../../../text/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Part } from '../../../ui/part.tsx';
import { Failure, Loading } from '../../../ui/states.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { fromSteps, toSteps } from './program.ts';
import { type ReadJson, readJson } from './read-json.ts';
import { StepList } from './step-list.tsx';
import { EditorContext, type ProgramEditor, useEditor } from './use-editor.ts';

const Editor = lazy(() => import('../../../code/editor.tsx').then((module) => ({ default: module.Editor })));

/** JSON that cannot be shown as steps, kept until it can. */
export interface BrokenJson {
  readonly text: string;
  readonly why: Exclude<ReadJson, { steps: unknown }>;
}

interface JsonProps {
  readonly broken: BrokenJson | undefined;
  setBroken(broken: BrokenJson | undefined): void;
}

function JsonView({ broken, setBroken }: JsonProps) {
  const words = useWords();
  const editor = useEditor();
  const [begun] = useState(() => broken?.text ?? `${JSON.stringify(toSteps(editor.program), undefined, 2)}\n`);
  const change = (text: string) => {
    const read = readJson(text);
    if ('steps' in read) editor.replace(fromSteps(read.steps));
    setBroken('steps' in read ? undefined : { text, why: read });
  };
  return (
    <div className="h-[28rem]">
      <Part fallback={<Loading />}>
        <Editor value={begun} language="json" label={words.automations.stepsLabel} onChange={change} />
      </Part>
    </div>
  );
}

interface ProgramFieldsProps extends JsonProps {
  readonly editor: ProgramEditor;
}

/** The steps, as a tree or as JSON. */
export function ProgramFields({ editor, broken, setBroken }: ProgramFieldsProps) {
  const words = useWords();
  const said = useEditorWords();
  return (
    <EditorContext value={editor}>
      <Tabs
        label={words.automations.workflow}
        tabs={[
          {
            value: 'steps',
            label: words.automations.stepsLabel,
            content: (
              <>
                {editor.program.length === 0 && <p className="mb-3 max-w-2xl text-faint">{said.empty}</p>}
                <StepList list={editor.program} place={undefined} label={words.automations.stepsLabel} />
                {editor.canUndo && (
                  <Button small look="quiet" icon={Undo2} className="mt-3" onClick={editor.undo}>
                    {said.undo}
                  </Button>
                )}
              </>
            ),
          },
          { value: 'json', label: 'JSON', content: <JsonView broken={broken} setBroken={setBroken} /> },
        ]}
      />
      {broken !== undefined && (
        <Failure className="mt-3">
          {'noJson' in broken.why ? words.automations.noJson(broken.why.noJson) : said.misfit(broken.why.misfit)}
        </Failure>
      )}
    </EditorContext>
  );
}
