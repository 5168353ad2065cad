import { Bars, BarsLoading } from '../../charts/bars.tsx';
import { Meter } from '../../charts/meter.tsx';
import { Share } from '../../charts/share.tsx';
import { DAY_MS } from '../../text/durations.ts';
import { Section } from '../../ui/page.tsx';

const DAYS = 30;

const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const bars = Array.from({ length: DAYS }, (_, place) => ({ at: Date.UTC(2026, 0, 1) + place * DAY_MS, values: [place * 3, place % 7] }));
const nameOf = { short: day, whole: day };

/** The charts. */
export function Charts() {
  return (
    <Section title="Charts">
      <div className="grid gap-8 lg:grid-cols-2">
        <Bars
          label="Two"
          series={[
            { name: 'First', tone: 'plain' },
            { name: 'Second', tone: 'accent' },
          ]}
          bars={bars}
          nameOf={nameOf}
        />
        <Bars label="None" series={[{ name: 'None', tone: 'plain' }]} bars={bars.map((bar) => ({ ...bar, values: [0] }))} nameOf={nameOf} />
        <BarsLoading />
        <div className="flex flex-col gap-4">
          {(['good', 'warn', 'error', 'idle'] as const).map((tone, place) => (
            <Meter key={tone} value={place * 0.02} marks={[0.02, 0.05]} tone={tone} />
          ))}
          <Share used={3} limit={10} />
          <Share used={10} limit={10} />
          <Share used={3} limit={null} />
        </div>
      </div>
    </Section>
  );
}
