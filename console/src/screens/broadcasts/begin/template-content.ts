import type { Broadcast } from '@posthorn/sdk';
import { useQuery } from '@tanstack/react-query';
import { useTenancy } from '../../../session/session.ts';
import { type Unfilled, unfilledOf } from './unfilled.ts';

/** The parts that a draft takes from a template; no subject if each request gave it. */
export type TemplateParts = Partial<Pick<Broadcast, 'subject'>> & Pick<Broadcast, 'body_html' | 'body_text'>;

interface TemplateContent {
  readonly parts: TemplateParts;
  readonly unfilled: Unfilled;
}

/** The variables that every contact fills in. */
const FILLED = { email: 'a@example.org', status: 'subscribed', contact_id: 'x', unsubscribe_url: 'https://example.org/', attributes: {} };

/** Returns the version of a template that is sent, or else its newest; null if it has none. */
export function useTemplateContent(alias: string) {
  const { id: tenant, posthorn } = useTenancy();
  return useQuery({
    queryKey: ['template-content', tenant, alias],
    enabled: alias !== '',
    // A draft starts from the current content.
    gcTime: 0,
    queryFn: async ({ signal }): Promise<TemplateContent | null> => {
      const { active_version: active, versions } = await posthorn.templates.get(alias, { signal });
      const version = active ?? versions[0]?.version;
      if (version === undefined) return null;
      const { subject, html_body: html, text_body: text } = await posthorn.templates.getVersion(alias, version, { signal });
      const source = {
        ...(subject ? { subject } : {}),
        ...(html === null ? {} : { html_body: html }),
        ...(text === null ? {} : { text_body: text }),
      };
      const { missing } = await posthorn.templates.preview({ ...source, template_model: FILLED }, { signal });
      return { parts: { ...(subject ? { subject } : {}), body_html: html, body_text: text }, unfilled: unfilledOf(missing) };
    },
  });
}
