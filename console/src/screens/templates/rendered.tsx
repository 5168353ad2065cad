import { describeFailure } from '../../api/failures.ts';
import { readJsonObject } from '../../code/json-object.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { Cut } from '../../ui/cut.tsx';
import { legible } from '../../ui/legible.ts';
import { Preview } from '../../ui/mail/preview.tsx';
import { Failure } from '../../ui/states.tsx';
import { Tag } from '../../ui/status.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { type Draft, faultOf, useRendered } from './draft.ts';

interface MissingProps {
  readonly paths: readonly string[];
  /** Puts them into the model; undefined where there is no model to change. */
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

interface RenderedProps {
  readonly draft: Draft;
  readonly fill?: ((paths: readonly string[]) => void) | undefined;
}

/** The draft as it will look, and what the model lacks. */
export function Rendered({ draft, fill }: RenderedProps) {
  const words = useWords();
  const { data, error } = useRendered(draft);
  if (readJsonObject(draft.model) === undefined) return <Failure>{words.template.modelFault}</Failure>;
  const fault = faultOf(error);
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {error !== null && (
        <Failure>
          {fault === undefined ? describeFailure(error, words) : words.template.fault(fault.field, fault.line, fault.detail)}
        </Failure>
      )}
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
