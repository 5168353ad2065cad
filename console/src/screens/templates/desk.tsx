import type { TemplateDetail } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { describeFailedChange } from '../../api/failures.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { useLeave } from '../../ui/forms/use-leave.ts';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Failure } from '../../ui/states.tsx';
import { Code } from './code.tsx';
import { type Draft, type Parts, partsOf } from './draft.ts';
import { fillModel, useKeepModel } from './model.ts';
import { partsChanged, withNewer } from './newer.ts';
import { Rendered } from './rendered.tsx';
import { templateKey } from './template-key.ts';
import { TestSend } from './test-send.tsx';

interface DeskProps {
  readonly template: TemplateDetail;
  readonly begun: Draft;
  /** The version that it begins with. */
  readonly version: number | undefined;
  onSaved(version: number): void;
}

/** The code beside its rendered result. */
export function Desk({ template, begun, version, onSaved }: DeskProps) {
  const words = useWords();
  const say = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [mayChange, maySend] = [useMay('Templates'), useMay('Email')];
  const { id: tenant, posthorn } = useTenancy();
  const { alias } = template;
  const keepModel = useKeepModel(alias);
  const [draft, setDraft] = useState(begun);
  const [refills, setRefills] = useState(0);
  const [testing, setTesting] = useState(false);
  const change = (changes: Partial<Draft>) => {
    if (changes.model !== undefined) keepModel(changes.model);
    setDraft((before) => ({ ...before, ...changes }));
  };
  const fill = (paths: readonly string[]) => change({ model: fillModel(draft, paths), filled: draft.filled + 1 });
  // What was chosen among earlier versions is saved as it is.
  const kept = useRef<{ readonly begun: Parts; readonly version: number | undefined }>({
    begun,
    version: version === template.active_version ? version : undefined,
  });
  useLeave(() => mayChange && Object.keys(partsChanged(draft, kept.current.begun)).length > 0);
  const save = useAction(async () => {
    const parts = await withNewer(posthorn, { alias, draft, ...kept.current });
    const { version: saved } = await posthorn.templates.createVersion(alias, partsOf(parts));
    await queries.invalidateQueries({ queryKey: ['templates', tenant] });
    await queries.invalidateQueries({ queryKey: templateKey(tenant, alias) });
    kept.current = { begun: parts, version: saved };
    const taken = partsChanged(parts, draft);
    if (Object.keys(taken).length > 0) {
      setDraft((now) => ({ ...now, ...taken, ...partsChanged(now, draft) }));
      setRefills((times) => times + 1);
    }
    onSaved(saved);
    say(words.template.saved(saved));
    await navigate({ to: '/$tenant/templates/$alias', params: { tenant, alias }, replace: true });
  });
  return (
    <>
      <div className="grid gap-8 lg:grid-cols-2">
        <Code key={refills} draft={draft} change={change} />
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
        {save.failure !== undefined && <Failure className="w-full">{describeFailedChange(save.failure, words)}</Failure>}
      </div>
      <TestSend draft={draft} open={testing} onClose={() => setTesting(false)} />
    </>
  );
}
