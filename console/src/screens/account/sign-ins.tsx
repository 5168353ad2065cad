import type { SignInRecord } from '@posthorn/contract';
import { call } from '../../api/call.ts';
import { describeFailedChange } from '../../api/failures.ts';
import { PAGE_ROWS, useList } from '../../api/lists.ts';
import { useWords } from '../../text/words.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/forms/use-action.ts';
import { legible } from '../../ui/legible.ts';
import { ListOf } from '../../ui/lists/list.tsx';
import { Failure } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { Row } from './row.tsx';

/** Browsers that are signed in. */
export function SignIns() {
  const words = useWords();
  const list = useList<SignInRecord, string>({
    key: ['sign-ins'],
    load: (cursor, signal) => call('GET /account/sign-ins', { query: { limit: PAGE_ROWS, cursor }, signal }),
  });
  const end = useAction(async (id: string) => {
    await call('DELETE /account/sign-ins/{id}', { params: { id } });
    await list.query.refetch();
  });
  return (
    <>
      {end.failure !== undefined && <Failure className="mb-3">{describeFailedChange(end.failure, words)}</Failure>}
      <ListOf list={list} isSaved={false} empty={null}>
        {(rows) => (
          <ul className="border-t border-line">
            {rows.map(({ id, user_agent, ip, last_seen_at, current }) => (
              <Row
                key={id}
                action={
                  current ? (
                    <span className="text-sm text-faint">{words.account.thisOne}</span>
                  ) : (
                    <Button small look="quiet" busy={end.busy} onClick={() => void end.run(id)}>
                      {words.account.end}
                    </Button>
                  )
                }
              >
                <p className="line-clamp-2 text-sm">{legible(user_agent ?? words.account.unknownBrowser)}</p>
                <p className="text-xs text-faint">
                  {ip} · <Time at={last_seen_at} ago />
                </p>
              </Row>
            ))}
          </ul>
        )}
      </ListOf>
    </>
  );
}
