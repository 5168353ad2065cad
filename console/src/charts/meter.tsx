const TONES = { good: 'fill-good', warn: 'fill-warn', error: 'fill-error', idle: 'fill-edge' } as const;

interface MeterProps {
  readonly value: number;
  /** Where a value becomes bad, and where it is bad. */
  readonly marks: readonly number[];
  readonly tone: keyof typeof TONES;
}

/** How much is shown past the last mark. */
const PAST = 1.25;

/** A value on a line with marks. The caller also states it in words. */
export function Meter({ value, marks, tone }: MeterProps) {
  const end = Math.max(...marks) * PAST;
  const width = value <= 0 ? 0 : Math.max(Math.min(value / end, 1), 0.008);
  return (
    <svg viewBox="0 0 1 1" preserveAspectRatio="none" className="h-2 w-full" aria-hidden="true">
      <rect x={0} y={0.25} width={1} height={0.5} className="fill-line" />
      <rect x={0} y={0.25} width={width} height={0.5} className={TONES[tone]} />
      {marks.map((mark) => (
        <line key={mark} x1={mark / end} x2={mark / end} y1={0} y2={1} vectorEffect="non-scaling-stroke" className="stroke-ink stroke-1" />
      ))}
    </svg>
  );
}
