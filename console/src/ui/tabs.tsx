import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

interface Tab {
  readonly value: string;
  readonly label: string;
  readonly content: ReactNode;
}

interface TabsProps {
  readonly tabs: readonly Tab[];
  readonly label: string;
  readonly actions?: ReactNode;
}

export function Tabs({ tabs, label, actions }: TabsProps) {
  return (
    <Base.Root defaultValue={tabs[0]?.value}>
      <div className="flex flex-wrap items-center gap-2 border-b border-line">
        <Base.List aria-label={label} className="flex flex-1 gap-5">
          {tabs.map(({ value, label: name }) => (
            <Base.Tab
              key={value}
              value={value}
              className="-mb-px h-9 border-b-2 border-transparent text-sm text-faint hover:text-ink data-active:border-ink data-active:font-medium data-active:text-ink"
            >
              {name}
            </Base.Tab>
          ))}
        </Base.List>
        {actions}
      </div>
      {tabs.map(({ value, content }) => (
        <Base.Panel key={value} value={value} className="pt-4 outline-offset-4">
          {content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
