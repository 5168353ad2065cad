/** Jobs of the queue that lives in this database; where another queue serves, the table stays empty. */
export interface JobRow {
  id: string;
  queue: string;
  priority: number;
  /** JSON. */
  payload: string;
  state: string;
  /** Starts of the job so far. */
  attempt: number;
  /** Starts that may still fail before the job is given up. */
  retries_left: number;
  /** Jobs of one group that may run at once are limited. */
  group_key: string | null;
  /** Machine time. */
  created_at: number;
  /** Machine time: before it the job is not claimed. Of a failed job, when it was given up. */
  run_at: number;
  /** Machine time after which a claim counts as dead. */
  lease_expires_at: number | null;
  last_error: string | null;
}
