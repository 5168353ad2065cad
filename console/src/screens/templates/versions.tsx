import type { TemplateDetail } from '@posthorn/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Diff } from 'lucide-react';
import { lazy, type ReactNode, useState } from 'react';
import { describeFailedChange } from '../../api/failures.ts';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { inputClasses } from '../../ui/forms/field.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useToast } from '../../ui/overlays/toast.tsx';
import { Part } from '../../ui/part.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { templateKey } from './template-key.ts';

const Difference = lazy(() => import('./difference.tsx').then((module) => ({ default: module.Difference })));

interface VersionsProps {
  readonly template: TemplateDetail;
  readonly shown: number | undefined;
  /** Further actions, at the end of the last line. */
  readonly children: ReactNode;
}

/** Which version is shown, and which is sent. */
export function Versions({ template, shown, children }: VersionsProps) {
  const words = useWords();
  const say = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mayChange = useMay('Templates');
  const { id: tenant, posthorn } = useTenancy();
  const { alias, versions, active_version: active } = template;
  const activate = useAction(async (version: number) => {
    await posthorn.templates.activateVersion(alias, version);
    await queries.invalidateQueries({ queryKey: ['templates', tenant] });
    await queries.invalidateQueries({ queryKey: templateKey(tenant, alias) });
    say(words.template.activated(version));
  });
  const [comparing, setComparing] = useState(false);
  if (versions.length === 0 || shown === undefined) return children;
  return (
    <>
      <select
        aria-label={words.template.versions}
        className={`${inputClasses} select h-control w-auto! text-sm!`}
        value={shown}
        onChange={(event) =>
          void navigate({ to: '/$tenant/templates/$alias', params: { tenant, alias }, search: { version: event.target.value } })
        }
      >
        {versions.map(({ version }) => (
          <option key={version} value={version}>
            {version === active ? words.template.active(version) : words.template.version(version)}
          </option>
        ))}
      </select>
      <span className="flex flex-wrap items-center gap-2">
        {versions.length > 1 && (
          <Button icon={Diff} onClick={() => setComparing(true)}>
            {words.template.compare}
          </Button>
        )}
        {mayChange && shown !== active && (
          <Button busy={activate.busy} onClick={() => void activate.run(shown)}>
            {words.template.activate}
          </Button>
        )}
        {children}
      </span>
      {activate.failure !== undefined && <Failure className="w-full">{describeFailedChange(activate.failure, words)}</Failure>}
      <Dialog open={comparing} onClose={() => setComparing(false)} title={words.template.compareTitle} wide>
        <Part fallback={<Loading />}>
          <Difference template={template} shown={shown} />
        </Part>
      </Dialog>
    </>
  );
}
