/** Part of a trace: one piece of work with its beginning and its end. */
export interface Span {
  /** Runs work as part of the span. Spans that begin in it are its children. */
  run<T>(work: () => T): T;
  /** Gives the span a name that says more than the one with which it began. */
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Ends the span. With an error, it counts as failed; only the error's type and code are reported. */
  end(error?: unknown): void;
}

/** Facts about a span. They go to whoever reads the traces, so they hold no personal data and no secrets. */
type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Beginning of a span. */
export interface SpanStart {
  readonly kind: 'server' | 'client' | 'consumer' | 'internal';
  readonly attributes?: SpanAttributes;
  /** Position in another trace (the header `traceparent`) at which the span goes on; by default in the running one. */
  readonly parent?: string | null;
}

/** Reports what the gateway does as traces of OpenTelemetry. */
export interface Tracer {
  begin(name: string, start: SpanStart): Span;
  /** Id of the running trace; null without one. */
  traceId(): string | null;
  /** Position in the running trace, in the form of the header `traceparent`; null without one. */
  traceParent(): string | null;
  /** Sends what is left. */
  close(): Promise<void>;
}

const IDLE_SPAN: Span = {
  run: (work) => work(),
  rename: () => undefined,
  set: () => undefined,
  end: () => undefined,
};

/** Tracer of a gateway that reports no traces. */
export const idleTracer: Tracer = {
  begin: () => IDLE_SPAN,
  traceId: () => null,
  traceParent: () => null,
  close: () => Promise.resolve(),
};

/** Runs work as a span, which fails when the work rejects. Internal work outside of any trace gets no span. */
export const runSpan = async <T>(
  tracer: Tracer,
  name: string,
  { work, ...start }: SpanStart & { readonly work: () => Promise<T> },
): Promise<T> => {
  if (tracer === idleTracer || (start.kind === 'internal' && tracer.traceId() === null)) return work();
  const span = tracer.begin(name, start);
  try {
    const result = await span.run(work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
};
