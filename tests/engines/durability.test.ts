import { openDatabase } from '@posthorn/server';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { engines } from '../support/engines.ts';

/** What makes a commit wait for the disk. No test can pull the plug: kill -9 leaves what the system has not written yet. */
const SETTINGS = {
  sqlite: { 'pragma synchronous': 2, 'pragma journal_mode': 'wal' },
  postgres: { 'show synchronous_commit': 'on' },
} as const;

describe.each(engines)('a commit on $name', (engine) => {
  it('is on the disk before it is answered', async () => {
    const database = await engine.create();
    onTestFinished(database.drop);
    const db = await openDatabase(database.url);
    onTestFinished(db.close);
    for (const [question, expected] of Object.entries(SETTINGS[engine.name])) {
      const { rows } = await sql<Record<string, unknown>>`${sql.raw(question)}`.execute(db.write);
      expect(Object.values(rows[0] ?? {})).toEqual([expected]);
    }
  });
});
