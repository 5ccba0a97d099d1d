/** Work outside of requests. `run` is called every `everyMs` of real time and once after the domain clock was moved. */
export interface Worker {
  readonly name: string;
  readonly everyMs: number;
  /** `stopping` aborts when the gateway stops. A long run then ends early and leaves the rest to the next one. */
  run(stopSignal?: AbortSignal): Promise<void>;
}
