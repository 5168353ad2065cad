import { useTenancy } from '../../session/session.ts';
import { useWords } from '../../text/words.ts';
import { Page } from '../../ui/page.tsx';
import { AuditList } from './audit-list.tsx';

/** Changes that people have made in the tenant. */
export function Audit() {
  const words = useWords();
  const { id: tenant } = useTenancy();
  return (
    <Page title={words.places.audit} intro={words.audit.intro}>
      <AuditList tenant={tenant} />
    </Page>
  );
}
