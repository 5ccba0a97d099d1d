/**
 * Worker: does work outside of requests. `run` is called every `everyMs` of real time and once after the sandbox has
 * moved the gateway's clock.
 */
export interface Worker {
  readonly name: string;
  readonly everyMs: number;
  /**
   * Runs the worker once. `stopSignal` aborts when the gateway stops; a long run then ends early and leaves the rest to
   * the next run.
   */
  run(stopSignal?: AbortSignal): Promise<void>;
}
