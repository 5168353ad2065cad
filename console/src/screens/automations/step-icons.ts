import type { AutomationStep } from '@posthorn/sdk';
import { Clock, GitBranch, ListMinus, ListPlus, type LucideIcon, Mail, MousePointerClick, Square, UserPen, Webhook } from 'lucide-react';

export const STEP_ICONS: Readonly<Record<AutomationStep['type'], LucideIcon>> = {
  send_email: Mail,
  wait: Clock,
  wait_until: Clock,
  wait_for_event: MousePointerClick,
  branch: GitBranch,
  update_contact: UserPen,
  add_to_audience: ListPlus,
  remove_from_audience: ListMinus,
  webhook: Webhook,
  exit: Square,
};
