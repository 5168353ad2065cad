import { OPERATOR_PLACES } from '../screens/places.ts';
import { useMe } from '../session/session.ts';
import { Frame } from './frame.tsx';
import { Missing } from './missing.tsx';

const nothing = () => [];

/** Screens of the service as a whole, for who operates it. */
export function OperatorFrame() {
  const { data: me } = useMe();
  if (!me) return null;
  return me.operator ? <Frame me={me} tenant={undefined} groups={OPERATOR_PLACES} commands={[]} find={nothing} /> : <Missing />;
}
