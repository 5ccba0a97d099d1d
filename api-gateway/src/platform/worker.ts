/** Work that runs beside requests; `run` is called at `everyMs` of real time and once after the domain clock moved. */
export interface Worker {
  readonly name: string;
  readonly everyMs: number;
  /**
   * `stopping` aborts once the gateway is asked to stop: a run that takes long ends then, and leaves the rest to the
   * next one.
   */
  run(stopping?: AbortSignal): Promise<void>;
}
