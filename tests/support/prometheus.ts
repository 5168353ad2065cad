import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

const DEPLOY = join(import.meta.dirname, '../../deploy');

/** A sample as Prometheus reads it. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Alert {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** The alerts that are shipped. */
export const alerts: readonly Alert[] = parse(readFileSync(join(DEPLOY, 'prometheus/alerts.yaml'), 'utf8')).groups.flatMap(
  ({ rules }: { rules: Alert[] }) => rules,
);

/** Every expression of the shipped dashboard. */
export const boardExpressions: readonly string[] = JSON.parse(readFileSync(join(DEPLOY, 'grafana/board.json'), 'utf8')).panels.flatMap(
  ({ targets = [] }: { targets?: { expr: string }[] }) => targets.map(({ expr }) => expr),
);

const LINE = /^(\w+)(?:\{(.*)\})? (\S+)$/;

/** Parses the samples of a `/metrics` text. */
export const readSamples = (text: string): Sample[] =>
  text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (name === undefined || value === undefined) return [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', text = '']) => [label, text] as const);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }];
  });

/** Returns the names of metrics in an expression: words that are neither followed by a parenthesis nor used only as labels. */
export const metricsIn = (expression: string): string[] => [
  ...new Set(
    expression.replaceAll(/\{[^}]*\}|\b(?:by|on) \([^)]*\)|"[^"]*"/g, ' ').match(/\b(?:posthorn|nodejs|process)_\w+|\bup\b/g) ?? [],
  ),
];

export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

/** Runs `promtool`; throws its output if it fails. */
export const promtool = (...args: string[]): string =>
  execFileSync('promtool', args, { encoding: 'utf8', cwd: join(DEPLOY, 'prometheus') });

const SIMPLE = /^(?:(?:max|min)(?: by \([\w, ]+\))? ?\()?(\w+)(?:\{(\w+)="([^"]*)"\})?\)? (==|>) ([\d.]+)$/;

/**
 * Returns whether an alert's condition holds for samples, if it compares one metric with a number; undefined for other conditions. For
 * machines without promtool.
 */
export function holds({ expr }: Alert, samples: readonly Sample[]): boolean | undefined {
  const [, name, label = '', text, operator, bound] = SIMPLE.exec(expr) ?? [];
  if (name === undefined) return undefined;
  const chosen = samples.filter((sample) => sample.name === name && (text === undefined || sample.labels[label] === text));
  return chosen.some(({ value }) => (operator === '==' ? value === Number(bound) : value > Number(bound)));
}

/** Scraped samples, and for how many minutes they stayed the same. */
export interface Scraped {
  readonly samples: readonly Sample[];
  readonly minutes: number;
}

const keyOf = ({ name, labels }: Sample) =>
  `${name}{${Object.entries(labels)
    .map(([label, text]) => `${label}="${text}"`)
    .join(', ')}}`;

const valuesOf = (key: string, scrapes: readonly Scraped[]) =>
  scrapes
    .map(({ samples, minutes }) => {
      const value = samples.find((sample) => keyOf(sample) === key)?.value;
      return value === undefined ? `_x${minutes}` : `${value}x${minutes - 1}`;
    })
    .join(' ');

/** Runs the shipped alerts over scraped samples with promtool; returns the names of those that fire at the end of each scrape's time. */
export function firing(scrapes: readonly Scraped[], names: readonly string[]): string[][] {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-alerts-'));
  // Only whether they fire is checked: their annotations have their own test.
  const rules = alerts.filter(({ alert }) => names.includes(alert)).map(({ annotations: _, ...rule }) => rule);
  const metrics = rules.flatMap(({ expr }) => metricsIn(expr));
  const keys = new Set(scrapes.flatMap(({ samples }) => samples.filter(({ name }) => metrics.includes(name)).map(keyOf)));
  writeFileSync(join(folder, 'alerts.yaml'), stringify({ groups: [{ name: 'posthorn', rules }] }));
  const input = [...keys].map((key) => ({ series: key, values: valuesOf(key, scrapes) }));
  const fires = (alertname: string, minute: number) => {
    const alert_rule_test = [{ eval_time: `${minute}m`, alertname, exp_alerts: [] }];
    const test = {
      rule_files: ['alerts.yaml'],
      evaluation_interval: '1m',
      tests: [{ interval: '1m', input_series: input, alert_rule_test }],
    };
    writeFileSync(join(folder, 'test.yaml'), stringify(test));
    const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', join(folder, 'test.yaml')], { encoding: 'utf8' });
    if (status !== 0 && !`${stdout}${stderr}`.includes('exp:[]')) throw new Error(`${stdout}${stderr}`);
    return status !== 0;
  };
  const ends = scrapes.map((_, place) => scrapes.slice(0, place + 1).reduce((sum, { minutes }) => sum + minutes, 0) - 1);
  const found = ends.map((minute) => names.filter((name) => fires(name, minute)));
  rmSync(folder, { recursive: true });
  return found;
}
