import type { TemplateDetail } from '@posthorn/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../session/rights.ts';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { legible } from '../../ui/legible.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { MenuItem, MenuLine } from '../../ui/overlays/menu.tsx';
import { MoreMenu } from '../../ui/overlays/more-menu.tsx';
import { Page } from '../../ui/page.tsx';
import { useDeleted } from '../../ui/use-deleted.ts';
import { Desk } from './desk.tsx';
import { type Draft, partsOfVersion } from './draft.ts';
import { keptModel } from './model.ts';
import { templateKey } from './template-key.ts';
import { Versions } from './versions.tsx';

const BEGUN: Draft = {
  subject: 'Welcome, {{ name }}',
  html: '<h1>Welcome, {{ name }}</h1>\n<p>It is good to have you here.</p>\n',
  text: 'Welcome, {{ name }}.\n\nIt is good to have you here.\n',
  model: '{\n  "name": "Ada"\n}\n',
  filled: 0,
};

interface OpenedProps {
  readonly alias: string;
  /** The requested version. */
  readonly asked: number | undefined;
}

interface FirstDraft {
  readonly version: number | undefined;
  readonly draft: Draft;
}

function TemplateActions({ template, shown }: { readonly template: TemplateDetail; readonly shown: number | undefined }) {
  const words = useWords();
  const forget = useDeleted();
  const navigate = useNavigate();
  const [mayChange, mayWrite] = [useMay('Templates'), useMay('Broadcasts')];
  const { id: tenant, posthorn } = useTenancy();
  const [deleting, setDeleting] = useState(false);
  const { alias } = template;
  const isBegun = mayWrite && template.versions.length > 0;
  const remove = async () => {
    await posthorn.templates.delete(alias);
    await forget({
      key: templateKey(tenant, alias),
      list: { key: ['templates', tenant], link: { to: '/$tenant/templates', params: { tenant } } },
      said: words.template.deleted,
    });
  };
  return (
    <>
      <Versions template={template} shown={shown}>
        {(mayChange || isBegun) && (
          <MoreMenu>
            {isBegun && (
              <MenuItem onSelect={() => void navigate({ to: '/$tenant/broadcasts', params: { tenant }, search: { template: alias } })}>
                {words.template.broadcast}
              </MenuItem>
            )}
            {isBegun && mayChange && <MenuLine />}
            {mayChange && (
              <MenuItem danger onSelect={() => setDeleting(true)}>
                {words.common.delete}
              </MenuItem>
            )}
          </MoreMenu>
        )}
      </Versions>
      <Confirm
        open={deleting}
        onClose={() => setDeleting(false)}
        title={words.template.deleteTitle(alias)}
        action={words.common.delete}
        onConfirm={remove}
      >
        {words.template.deleteText}
      </Confirm>
    </>
  );
}

/** Returns the initial draft: the requested version, or the one that is sent now. Later ones do not replace typed text. */
function useFirstDraft(template: TemplateDetail | undefined, { alias, asked }: OpenedProps) {
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  return useQuery({
    queryKey: ['template-version', tenant, alias, asked],
    enabled: template !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<FirstDraft> => {
      const version = asked ?? template?.active_version ?? template?.versions[0]?.version;
      const model = keptModel(queries, tenant, alias);
      if (version === undefined) return { version, draft: { ...BEGUN, model: model ?? BEGUN.model } };
      const parts = partsOfVersion(await posthorn.templates.getVersion(alias, version, { signal }));
      return { version, draft: { ...parts, model: model ?? '{}\n', filled: 0 } };
    },
  });
}

function Opened({ alias, asked }: OpenedProps) {
  const words = useWords();
  const { id: tenant, posthorn } = useTenancy();
  const query = useQuery({ queryKey: templateKey(tenant, alias), queryFn: ({ signal }) => posthorn.templates.get(alias, { signal }) });
  const template = query.data;
  const begun = useFirstDraft(template, { alias, asked });
  const [saved, setSaved] = useState<number>();
  const shown = saved ?? begun.data?.version ?? asked;
  return (
    <Page
      title={legible(alias)}
      intro={template?.name === null || template === undefined ? undefined : legible(template.name)}
      back={{ link: { to: '/$tenant/templates', params: { tenant } }, label: words.places.templates }}
      actions={template !== undefined && <TemplateActions template={template} shown={shown} />}
    >
      <Loaded query={query}>
        {(found) => (
          <Loaded query={begun}>
            {({ draft, version }) => <Desk template={found} begun={draft} version={version} onSaved={setSaved} />}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}

export function TemplateScreen() {
  const { alias = '' } = useParams({ strict: false });
  const { version } = useSearch({ strict: false });
  return <Opened key={`${alias} ${version}`} alias={alias} asked={version === undefined ? undefined : Number(version)} />;
}
