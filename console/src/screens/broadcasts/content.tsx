import type { Broadcast } from '@posthorn/sdk';
import type { ComponentProps } from 'react';
import { useWords } from '../../text/words.ts';
import { TextArea, TextField } from '../../ui/forms/field.tsx';
import type { TemplateParts } from './begin/template-content.ts';

interface ContentProps {
  readonly broadcast: Broadcast;
}

type LineProps = ContentProps &
  Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'required'> & {
    readonly name: 'name' | 'subject' | 'preview_text' | 'from' | 'reply_to';
    readonly most: number;
  };

function Line({ broadcast, name, most, ...rest }: LineProps) {
  return <TextField {...rest} name={name} maxLength={most} defaultValue={broadcast[name] ?? ''} />;
}

type BodyProps = ContentProps &
  Pick<ComponentProps<typeof TextArea>, 'label' | 'hint' | 'rows'> & { readonly name: 'body_html' | 'body_text' };

function Body({ broadcast, name, ...rest }: BodyProps) {
  return (
    <TextArea {...rest} name={name} defaultValue={broadcast[name] ?? ''} spellCheck={name === 'body_text'} className="font-mono text-sm!" />
  );
}

interface AllProps extends ContentProps {
  /** The parts that replaced the content, and how often that happened. */
  readonly begun: { readonly parts: Partial<TemplateParts>; readonly times: number };
}

/** The content and sender of a broadcast. The fields have the names of the interface. */
export function Content({ broadcast, begun: { parts, times } }: AllProps) {
  const { broadcasts: words, common } = useWords();
  const props = { broadcast: { ...broadcast, ...parts } };
  return (
    <div className="flex flex-col gap-4">
      <Line {...props} name="name" label={common.name} hint={words.nameHint} most={255} required />
      <Line {...props} key={`subject ${times}`} name="subject" label={words.subject} most={998} />
      <Line {...props} name="preview_text" label={words.previewText} hint={words.previewTextHint} most={998} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Line {...props} name="from" label={words.from} hint={words.fromHint} most={254} />
        <Line {...props} name="reply_to" label={words.replyTo} most={254} />
      </div>
      <Body {...props} key={`html ${times}`} name="body_html" label={words.html} hint={words.liquid} rows={14} />
      <Body {...props} key={`text ${times}`} name="body_text" label={words.text} hint={words.textHint} rows={5} />
    </div>
  );
}
