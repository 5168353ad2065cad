import { type PointerEvent, useState } from 'react';
import { useFormat } from '../text/format.ts';
import { useWords } from '../text/words.ts';
import { classes } from '../ui/classes.ts';
import { heightOf, topOf } from './scale.ts';

const TONES = { plain: 'fill-ink/75', accent: 'fill-accent', good: 'fill-good', warn: 'fill-warn', error: 'fill-error' } as const;
const DOTS = { plain: 'bg-ink', accent: 'bg-accent', good: 'bg-good', warn: 'bg-warn', error: 'bg-error' } as const;

export interface Series {
  readonly name: string;
  readonly tone: keyof typeof TONES;
}

/** An hour or a day, with the value of each series in it. */
export interface Bar {
  readonly at: number;
  readonly values: readonly number[];
}

interface BarsProps {
  /** What is counted. */
  readonly label: string;
  readonly series: readonly Series[];
  readonly bars: readonly Bar[];
  /** The name of a bar: short below it, in full when it is selected. */
  readonly nameOf: { short(at: number): string; whole(at: number): string };
}

const sumOf = ({ values }: Bar) => values.reduce((sum, value) => sum + value, 0);

/** Values of a bar by name, or those of all bars together. */
function Readout({ label, series, bars, nameOf, chosen }: BarsProps & { readonly chosen: number | undefined }) {
  const { count } = useFormat();
  const bar = chosen === undefined ? undefined : bars[chosen];
  const totalOf = (place: number) =>
    bar === undefined ? bars.reduce((sum, { values }) => sum + (values[place] ?? 0), 0) : (bar.values[place] ?? 0);
  return (
    <p aria-hidden="true" className="mb-2 flex min-h-5 flex-wrap gap-x-4 text-sm">
      {(bar !== undefined || series.length === 1) && <span className="text-faint">{bar === undefined ? label : nameOf.whole(bar.at)}</span>}
      {series.map(({ name, tone }, place) => (
        <span key={name} className="inline-flex items-center gap-1.5 tabular-nums">
          {series.length > 1 && <span className={classes('size-2 rounded-full', DOTS[tone])} />}
          {series.length > 1 || bar !== undefined ? name : ''} <span className="font-medium">{count(totalOf(place))}</span>
        </span>
      ))}
    </p>
  );
}

/** As high as the bars that will appear, so that nothing moves when they do. */
export function BarsLoading() {
  const words = useWords();
  return (
    <div role="status" aria-label={words.common.loading} className="flex h-49 flex-col pt-7 pb-6">
      <span className="flex-1 border-y border-line" />
    </div>
  );
}

interface PlotProps extends Pick<BarsProps, 'series' | 'bars'> {
  readonly top: number;
  readonly chosen: number | undefined;
}

/** Each bar is one unit wide, and the whole is one unit high: the box stretches them. */
function Plot({ series, bars, top, chosen }: PlotProps) {
  return (
    <svg viewBox={`0 0 ${bars.length} 1`} preserveAspectRatio="none" className="absolute inset-0 size-full" aria-hidden="true">
      {chosen !== undefined && <rect x={chosen} y={0} width={1} height={1} className="fill-chosen" />}
      {bars.map((bar, place) => {
        let y = 1;
        return bar.values.map((value, one) => {
          const height = heightOf(value, top);
          y -= height;
          if (height === 0) return null;
          const name = series[one]?.name;
          return (
            <rect
              key={`${bar.at} ${name}`}
              x={place + 0.14}
              y={y}
              width={0.72}
              height={height}
              className={TONES[series[one]?.tone ?? 'plain']}
            />
          );
        });
      })}
    </svg>
  );
}

/** The same as a table for screen readers. */
function AsTable({ label, series, bars, nameOf }: BarsProps) {
  const { count } = useFormat();
  const words = useWords();
  return (
    <div className="sr-only">
      <table>
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">{words.charts.time}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.at}>
              <th scope="row">{nameOf.whole(bar.at)}</th>
              {series.map(({ name }, place) => (
                <td key={name}>{count(bar.values[place] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Stacked bars over time. The arrow keys and the pointer move through them; screen readers get a table. */
export function Bars(props: BarsProps) {
  const { label, series, bars, nameOf } = props;
  const { count } = useFormat();
  const words = useWords();
  const [chosen, setChosen] = useState<number>();
  const top = topOf(Math.max(0, ...bars.map(sumOf)));
  const last = bars.length - 1;
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(Math.min(Math.max(Math.floor(((clientX - left) / width) * bars.length), 0), last));
  };
  const said = (place: number) => {
    const bar = bars[place];
    return bar === undefined
      ? ''
      : `${nameOf.whole(bar.at)}: ${series.map(({ name }, one) => `${name} ${count(bar.values[one] ?? 0)}`).join(', ')}`;
  };
  const marks = [...new Set([0, Math.floor(last / 2), last])].flatMap((place) => bars[place] ?? []);
  if (bars.length === 0) return null;
  return (
    <figure className="relative">
      <Readout {...props} chosen={chosen} />
      <div className="flex gap-2">
        <div
          className="relative h-36 min-w-0 flex-1 border-b border-edge"
          onPointerMove={point}
          onPointerLeave={() => setChosen(undefined)}
        >
          <span aria-hidden="true" className="absolute inset-x-0 top-0 border-t border-line" />
          <span aria-hidden="true" className="absolute inset-x-0 top-1/2 border-t border-line" />
          <input
            type="range"
            min={0}
            max={last}
            value={chosen ?? last}
            aria-label={words.charts.read(label)}
            aria-valuetext={said(chosen ?? last)}
            className="peer absolute inset-0 z-10 size-full cursor-crosshair opacity-0"
            onChange={(event) => setChosen(Number(event.target.value))}
            onFocus={(event) => event.target.matches(':focus-visible') && setChosen((before) => before ?? last)}
            onBlur={() => setChosen(undefined)}
          />
          <span aria-hidden="true" className="absolute -inset-1 rounded-sm outline-accent peer-focus-visible:outline-2" />
          <Plot series={series} bars={bars} top={top} chosen={chosen} />
        </div>
        <div aria-hidden="true" className="flex h-36 flex-col justify-between text-xs leading-none text-faint tabular-nums">
          <span className="-mt-1.5">{count(top)}</span>
          <span>{count(top / 2)}</span>
          <span className="-mb-1.5">0</span>
        </div>
      </div>
      <div aria-hidden="true" className="mt-2 flex justify-between pr-8 text-xs text-faint">
        {marks.map(({ at }) => (
          <span key={at}>{nameOf.short(at)}</span>
        ))}
      </div>
      <AsTable {...props} />
    </figure>
  );
}
