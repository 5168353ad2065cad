import type { Domain } from '@posthorn/sdk';
import { Link, type LinkProps } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { CodeBlock } from '../../ui/copy.tsx';
import { legible } from '../../ui/legible.ts';
import { Section } from '../../ui/page.tsx';
import { sendCommand } from '../emails/email-table.tsx';

interface StepProps {
  readonly done: boolean;
  readonly title: string;
  readonly link: LinkProps;
  readonly children?: ReactNode;
}

function Step({ done, title, link, children }: StepProps) {
  const words = useWords();
  const Icon = done ? CircleCheck : CircleDashed;
  return (
    <li className="flex gap-3 border-b border-line py-3 last:border-0">
      <Icon
        size={18}
        strokeWidth={1.75}
        className={done ? 'mt-0.5 text-good' : 'mt-0.5 text-edge'}
        aria-label={done ? words.overview.done : words.overview.open}
        role="img"
      />
      <div className="min-w-0 flex-1">
        <Link {...link} className={done ? 'text-faint' : 'font-medium hover:underline'}>
          {title}
        </Link>
        {!done && children}
      </div>
    </li>
  );
}

interface ChecklistProps {
  readonly domains: readonly Domain[];
  readonly hasKey: boolean;
  readonly hasSent: boolean;
}

/** The steps to the first mail, until it is sent. */
export function Checklist({ domains, hasKey, hasSent }: ChecklistProps) {
  const words = useWords();
  const { id: tenant } = useTenancy();
  const verified = domains.find(({ status }) => status === 'verified');
  const first = domains[0];
  const params = { tenant };
  return (
    <Section title={words.overview.begin} className="mt-0! mb-8">
      <ol className="rounded-lg border border-line bg-paper px-5 py-1">
        <Step
          done={verified !== undefined}
          title={first === undefined ? words.overview.addDomain : words.overview.verifyDomain(legible(first.name))}
          link={first === undefined ? { to: '/$tenant/domains', params } : { to: '/$tenant/domains/$id', params: { tenant, id: first.id } }}
        >
          <p className="text-sm text-faint">{words.overview.domainText}</p>
        </Step>
        <Step done={hasKey} title={words.overview.makeKey} link={{ to: '/$tenant/keys', params }}>
          <p className="text-sm text-faint">{words.overview.keyText}</p>
        </Step>
        <Step done={hasSent} title={words.overview.sendFirst} link={{ to: '/$tenant/send', params }}>
          <div className="mt-2">
            <CodeBlock code={sendCommand(`hello@${verified?.name ?? 'your-domain.com'}`)} label={words.emails.command} />
          </div>
        </Step>
      </ol>
    </Section>
  );
}
