import { yieldTurns } from '../../core/concurrency/event-loop.ts';
import { marksOf } from './liquid-marks.ts';

/** What encloses each output of a marked source once it is filled in. */
export interface OutputSigns {
  readonly open: string;
  readonly close: string;
}

/** Marks read per turn of the event loop. */
const MARKS_A_TURN = 1000;

/** Whether an output takes the white space beside it away, which a sign in between would keep. */
const trims = (output: string) => output.startsWith('{{-') || output.endsWith('-}}');

/**
 * Returns a Liquid source that encloses its outputs in signs. Those within a capture stay as they are, since the template may compare or
 * measure what it holds, as do those that trim white space.
 */
export async function markOutputs(source: string, { open, close }: OutputSigns): Promise<string> {
  const pieces: string[] = [];
  let [from, read, captures] = [0, 0, 0];
  for (const { start, end, name, isComment } of marksOf(source)) {
    if (read++ % MARKS_A_TURN === 0) await yieldTurns(1);
    if (name === 'capture') captures += 1;
    if (name === 'endcapture') captures -= 1;
    const mark = source.slice(start, end);
    if (isComment || captures > 0 || !mark.startsWith('{{') || trims(mark)) continue;
    pieces.push(source.slice(from, start), open, mark, close);
    from = end;
  }
  return pieces.join('') + source.slice(from);
}
