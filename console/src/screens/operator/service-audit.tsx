import { useSearch } from '@tanstack/react-router';
import { useWords } from '../../text/words.ts';
import { Page } from '../../ui/page.tsx';
import { AuditList } from '../audit/audit-list.tsx';
import { TenantChip } from './tenant-chip.tsx';

/** Changes that people have made in all tenants and in the service, or in one tenant. */
export function ServiceAudit() {
  const words = useWords();
  const { tenant } = useSearch({ strict: false });
  return (
    <Page title={words.places.audit} intro={words.audit.operatorIntro}>
      <TenantChip />
      <AuditList tenant={tenant} />
    </Page>
  );
}
