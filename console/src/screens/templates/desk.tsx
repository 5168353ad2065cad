import type { TemplateDetail } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { describeFailure } from '../../api/failures.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { useLeave } from '../../ui/forms/use-leave.ts';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Failure } from '../../ui/states.tsx';
import { Code } from './code.tsx';
import { type Draft, partsOf } from './draft.ts';
import { fillModel, useKeepModel } from './model.ts';
import { Rendered } from './rendered.tsx';
import { templateKey } from './template-key.ts';
import { TestSend } from './test-send.tsx';

interface DeskProps {
  readonly template: TemplateDetail;
  readonly begun: Draft;
  onSaved(version: number): void;
}

/** Returns whether the content is the same; the model is not part of a template. */
const isSame = (one: Draft, other: Draft) => one.subject === other.subject && one.html === other.html && one.text === other.text;

/** The code beside its rendered result. */
export function Desk({ template, begun, onSaved }: DeskProps) {
  const words = useWords();
  const say = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [mayChange, maySend] = [useMay('Templates'), useMay('Email')];
  const { id: tenant, posthorn } = useTenancy();
  const { alias } = template;
  const keepModel = useKeepModel(alias);
  const [draft, setDraft] = useState(begun);
  const [testing, setTesting] = useState(false);
  const change = (changes: Partial<Draft>) => {
    if (changes.model !== undefined) keepModel(changes.model);
    setDraft((before) => ({ ...before, ...changes }));
  };
  const fill = (paths: readonly string[]) => change({ model: fillModel(draft, paths), filled: draft.filled + 1 });
  const kept = useRef(begun);
  useLeave(() => mayChange && !isSame(draft, kept.current));
  const save = useAction(async () => {
    const { version } = await posthorn.templates.createVersion(alias, partsOf(draft));
    await queries.invalidateQueries({ queryKey: ['templates', tenant] });
    await queries.invalidateQueries({ queryKey: templateKey(tenant, alias) });
    kept.current = draft;
    onSaved(version);
    say(words.template.saved(version));
    await navigate({ to: '/$tenant/templates/$alias', params: { tenant, alias }, replace: true });
  });
  return (
    <>
      <div className="grid gap-8 lg:grid-cols-2">
        <Code draft={draft} change={change} />
        <section aria-label={words.email.preview} className="min-w-0">
          <Rendered draft={draft} fill={fill} />
        </section>
      </div>
      <div className="mt-6 flex flex-wrap items-center gap-3 border-t border-line pt-4 empty:hidden">
        {mayChange && (
          <Button look="primary" busy={save.busy} onClick={() => void save.run()}>
            {words.template.save}
          </Button>
        )}
        {maySend && (
          <Button icon={Send} onClick={() => setTesting(true)}>
            {words.template.test}
          </Button>
        )}
        {mayChange && <span className="text-sm text-faint">{words.template.saveHint}</span>}
        {save.failure !== undefined && <Failure className="w-full">{describeFailure(save.failure, words)}</Failure>}
      </div>
      <TestSend draft={draft} open={testing} onClose={() => setTesting(false)} />
    </>
  );
}
