import { useMemo } from 'react';
import { useCaptures } from '../screens/mailbox/use-captures.ts';
import { OPERATOR_PLACES } from '../screens/places.ts';
import { useMe } from '../session/session.ts';
import { Frame } from './frame.tsx';
import { Missing } from './missing.tsx';

const nothing = () => [];

/** The frame for screens of the whole service, for operators. */
export function OperatorFrame() {
  const { data: me } = useMe();
  const captures = useCaptures(me?.operator === true);
  const groups = useMemo(() => OPERATOR_PLACES.map((group) => group.filter(({ name }) => name !== 'mailbox' || captures)), [captures]);
  if (!me) return null;
  return me.operator ? <Frame me={me} tenant={undefined} groups={groups} commands={[]} find={nothing} /> : <Missing />;
}
