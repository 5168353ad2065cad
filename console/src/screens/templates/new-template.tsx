import type { GalleryTemplateSummary } from '@posthorn/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTenancy } from '../../session/session.ts';
import { useGalleryWords } from '../../text/template-gallery.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { useLeave } from '../../ui/forms/use-leave.ts';
import { useFilter } from '../../ui/lists/use-filter.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { partsOf } from './draft.ts';
import { keepModel } from './model.ts';
import { Rendered } from './rendered.tsx';

const printed = (model: unknown) => `${JSON.stringify(model, undefined, 2)}\n`;

/** Loads a template of the gallery completely. */
function useChosen(name: string) {
  const { id: tenant, posthorn } = useTenancy();
  return useQuery({
    queryKey: ['gallery-template', tenant, name],
    enabled: name !== '',
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const { title, subject, html_body, text_body, sample_model } = await posthorn.templates.getGalleryTemplate(name, { signal });
      return { title, draft: { subject, html: html_body, text: text_body, model: printed(sample_model), filled: 0 } };
    },
  });
}

interface ChoiceProps {
  readonly value: string;
  readonly title: string;
  readonly purpose: string;
  readonly chosen: string;
  choose(value: string): void;
}

function Choice({ value, title, purpose, chosen, choose }: ChoiceProps) {
  const isChosen = chosen === value;
  return (
    <label
      className={classes(
        'flex cursor-pointer items-start gap-2.5 rounded-md px-2.5 py-2 has-focus-visible:outline-2 has-focus-visible:outline-accent',
        isChosen ? 'bg-chosen' : 'hover:bg-raised',
      )}
    >
      <input
        type="radio"
        name="gallery"
        value={value}
        checked={isChosen}
        onChange={() => choose(value)}
        aria-label={title}
        className="mt-[3px] size-3.5 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0">
        <span className="block text-sm font-medium">{title}</span>
        <span className="block text-xs text-faint max-lg:hidden">{purpose}</span>
      </span>
    </label>
  );
}

interface ChoicesProps {
  readonly gallery: readonly GalleryTemplateSummary[];
  readonly chosen: string;
  choose(value: string): void;
}

/** Chooses a template of the gallery to start from, or none. */
function Choices({ gallery, chosen, choose }: ChoicesProps) {
  const said = useGalleryWords();
  const known: Readonly<Record<string, readonly string[]>> = said.templates;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-medium">{said.beginWith}</legend>
      <div className="flex flex-col gap-0.5 max-lg:grid max-lg:grid-cols-2">
        <Choice value="" title={said.blank} purpose={said.blankText} chosen={chosen} choose={choose} />
        {gallery.map(({ name, title, purpose }) => {
          const [called = title, why = purpose] = known[name] ?? [];
          return <Choice key={name} value={name} title={called} purpose={why} chosen={chosen} choose={choose} />;
        })}
      </div>
    </fieldset>
  );
}

function Create({ chosen }: { readonly chosen: string }) {
  const words = useWords();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { id: tenant, posthorn } = useTenancy();
  const { data, isLoading } = useChosen(chosen);
  // As typed; until then they are derived from the choice, whenever it arrives.
  const [alias, setAlias] = useState<string>();
  const [name, setName] = useState<string>();
  useLeave(() => alias !== undefined || name !== undefined);
  const begin = async (made: string) => {
    if (chosen === '' || data === undefined) return;
    try {
      await posthorn.templates.createVersion(made, partsOf(data.draft));
      keepModel(queries, { tenant, alias: made }, data.draft.model);
    } catch (error) {
      // Without its content it would not be the chosen template.
      await posthorn.templates.delete(made);
      throw error;
    }
  };
  const create = useAction(async (fields: ReadonlyMap<string, string>) => {
    const called = fields.get('name')?.trim();
    const made = await posthorn.templates.create({ alias: (fields.get('alias') ?? '').trim(), ...(called ? { name: called } : {}) });
    await begin(made.alias);
    void queries.invalidateQueries({ queryKey: ['templates', tenant] });
    await navigate({ to: '/$tenant/templates/$alias', params: { tenant, alias: made.alias }, ignoreBlocker: true });
  });
  return (
    <Form className="grid items-start gap-4 sm:grid-cols-2" failure={create.failure} onSubmit={(fields) => void create.run(fields)}>
      <TextField
        label={words.send.alias}
        hint={words.templates.aliasHint}
        name="alias"
        required
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        value={alias ?? chosen}
        onChange={(event) => setAlias(event.target.value)}
      />
      <TextField
        label={words.common.name}
        name="name"
        maxLength={255}
        autoComplete="off"
        value={name ?? data?.title ?? ''}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="sm:col-span-2">
        <Button type="submit" look="primary" busy={create.busy || isLoading} disabled={chosen !== '' && data === undefined}>
          {words.templates.create}
        </Button>
      </div>
    </Form>
  );
}

/** Creates a template, from the gallery or empty. */
export function NewTemplate() {
  const words = useWords();
  // A choice in a form, which Back undoes.
  const filter = useFilter({ replace: true });
  const { id: tenant, posthorn } = useTenancy();
  const { from } = useSearch({ strict: false });
  const gallery = useQuery({
    queryKey: ['template-gallery', tenant],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => posthorn.templates.listGallery({ signal }),
  });
  // An address may name an unknown one: then nothing is chosen.
  const chosen = gallery.data?.data.find(({ name }) => name === from)?.name ?? '';
  const found = useChosen(chosen);
  return (
    <Page title={words.templates.create} back={{ link: { to: '/$tenant/templates', params: { tenant } }, label: words.places.templates }}>
      <Loaded query={gallery}>
        {({ data }) => (
          <div className="grid gap-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
            <Choices gallery={data} chosen={chosen} choose={(name) => filter({ from: name })} />
            <div className="flex min-w-0 flex-col gap-6">
              <Create chosen={chosen} />
              {chosen !== '' && (
                <section aria-label={words.email.preview} className="min-w-0 border-t border-line pt-5">
                  <Loaded query={found}>{({ draft }) => <Rendered draft={draft} />}</Loaded>
                </section>
              )}
            </div>
          </div>
        )}
      </Loaded>
    </Page>
  );
}
