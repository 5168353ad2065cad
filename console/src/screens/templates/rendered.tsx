import { describeFailure } from '../../api/failures.ts';
import { readJsonObject } from '../../code/json-object.ts';
import { describeLiquid } from '../../code/liquid-fault.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Cut } from '../../ui/cut.tsx';
import { legible } from '../../ui/legible.ts';
import { Preview } from '../../ui/mail/preview.tsx';
import { Failure } from '../../ui/states.tsx';
import { Tag } from '../../ui/status.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type Draft, type DraftFault, faultOf, useRendered } from './draft.ts';

interface MissingProps {
  readonly paths: readonly string[];
  /** Adds them to the model; undefined if there is no model to change. */
  readonly fill: (() => void) | undefined;
}

function Missing({ paths, fill }: MissingProps) {
  const words = useWords();
  return (
    <div className="flex flex-wrap items-center gap-1 text-sm text-warn" role="status">
      {words.template.missing}
      {paths.map((path) => (
        <Tag key={path}>{legible(path)}</Tag>
      ))}
      {fill !== undefined && (
        <Button small look="quiet" onClick={fill}>
          {words.template.fill}
        </Button>
      )}
    </div>
  );
}

/** The fault of the source: in the reader's language if its kind is known, with the service's own message below. */
function SourceFault({ fault: { field, line, column, detail } }: { readonly fault: DraftFault }) {
  const words = useWords();
  const parts: Readonly<Record<string, string>> = { subject: words.emails.subject, html_body: 'HTML', text_body: words.email.text };
  const said = describeLiquid(detail, words.liquid);
  const place = words.template.fault(parts[field] ?? legible(field), line, column);
  if (said === undefined) return `${place} ${legible(detail)}`;
  return (
    <>
      <span className="block">
        {place} {legible(said)}
      </span>
      <span lang="en" className="block text-xs text-faint">
        {legible(detail)}
      </span>
    </>
  );
}

interface RenderedProps {
  readonly draft: Draft;
  readonly fill?: ((paths: readonly string[]) => void) | undefined;
}

/** The rendered draft, and what the model lacks. */
export function Rendered({ draft, fill }: RenderedProps) {
  const words = useWords();
  const { data, error } = useRendered(draft);
  if (readJsonObject(draft.model) === undefined) return <Failure>{words.template.modelFault}</Failure>;
  const fault = faultOf(error);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {error !== null && <Failure>{fault === undefined ? describeFailure(error, words) : <SourceFault fault={fault} />}</Failure>}
      {data !== undefined && data.warnings.length > 0 && (
        <p className="text-sm text-warn" role="status">
          {words.template.emptySubject}
        </p>
      )}
      {data !== undefined && data.missing.length > 0 && (
        <Missing paths={data.missing} fill={fill === undefined ? undefined : () => fill(data.missing)} />
      )}
      {data !== undefined && (
        <>
          <div>
            <Cut as="p" className="font-medium">
              {legible(data.subject ?? words.template.noSubject)}
            </Cut>
          </div>
          <Tabs
            label={words.email.preview}
            tabs={[
              ...(data.html_body === null
                ? []
                : [{ value: 'html', label: words.email.preview, content: <Preview html={data.html_body} title={words.email.preview} /> }]),
              ...(data.text_body === null
                ? []
                : [
                    {
                      value: 'text',
                      label: words.email.text,
                      content: <pre className="font-sans whitespace-pre-wrap [overflow-wrap:anywhere]">{legible(data.text_body)}</pre>,
                    },
                  ]),
            ]}
          />
        </>
      )}
    </div>
  );
}
