import { EllipsisVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useWords } from '../../text/words.ts';
import { IconButton } from '../button.tsx';
import { Menu } from './menu.tsx';

interface MoreMenuProps {
  /** The button that stays on the same line. */
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

/** The menu of further actions of a screen. */
export function MoreMenu({ beside, children }: MoreMenuProps) {
  const words = useWords();
  return (
    <span className="flex items-center gap-2">
      {beside}
      <Menu trigger={<IconButton icon={EllipsisVertical} label={words.common.moreActions} />}>{children}</Menu>
    </span>
  );
}
