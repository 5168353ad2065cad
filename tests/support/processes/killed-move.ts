import { type DatabaseConnection, type Dialect, SqliteAdapter } from 'kysely';
import { moveDatabase } from '../../../server/src/move/move-database.ts';
import { watchConnections } from '../database/watch-connections.ts';
import { type Moment, moments } from './move-moments.ts';

const die = () => process.kill(process.pid, 'SIGKILL');

/** Kills this process at a statement to the target database. */
function watch(connection: DatabaseConnection, moment: Moment): void {
  const execute = connection.executeQuery.bind(connection);
  let isArriving = false;
  connection.executeQuery = async <R>(...given: Parameters<typeof execute>) => {
    const [{ sql }] = given;
    isArriving ||= sql.startsWith('insert into "moves"');
    const isCommit = isArriving && sql === 'commit';
    if (moment === 'begun' && sql.endsWith('in exclusive mode')) die();
    if (moment === 'amid' && sql.startsWith('insert into "messages"')) die();
    if (moment === 'uncommitted' && isCommit) die();
    const answer = await execute<R>(...given);
    if (moment === 'committed' && isCommit) die();
    return answer;
  };
}

/** Runs the move of the environment, and is killed at a moment. */
async function moveAndDie(moment: Moment): Promise<void> {
  const around = (dialect: Dialect) =>
    dialect.createAdapter() instanceof SqliteAdapter ? dialect : watchConnections(dialect, (connection) => watch(connection, moment));
  await moveDatabase({ environment: process.env, say: () => undefined, database: { around } });
}

const moment = moments.find((one) => one === process.argv[2]);
if (moment !== undefined) await moveAndDie(moment);
