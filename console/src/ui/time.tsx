import { useFormat } from '../text/format.ts';

/** A time in its shortest form; pointing at it shows it in full. */
export function Time({ at, ago = false }: { readonly at: number; readonly ago?: boolean }) {
  const format = useFormat();
  return (
    <time dateTime={new Date(at).toISOString()} title={format.full(at)} className="whitespace-nowrap tabular-nums">
      {ago ? format.ago(at) : format.time(at)}
    </time>
  );
}

export function Moment({ at }: { readonly at: number }) {
  const format = useFormat();
  return (
    <time dateTime={new Date(at).toISOString()} title={format.full(at)} className="tabular-nums">
      {format.moment(at)}
    </time>
  );
}
