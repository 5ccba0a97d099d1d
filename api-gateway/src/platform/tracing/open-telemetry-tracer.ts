import { AsyncLocalStorage } from 'node:async_hooks';
import { isSpanContextValid, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { Context, Span as OpenTelemetrySpan, SpanContext } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { errorCodeOf } from '../errors';
import type { Span, SpanStart, Tracer } from './tracer';

const SERVICE_NAME = 'mahlzeit';

const SPAN_KINDS: Readonly<Record<SpanStart['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** Form of the header `traceparent` (W3C Trace Context §3.2). */
const TRACE_PARENT = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/;

const formatTraceParent = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;

const parseTraceParent = (text: string): SpanContext | null => {
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(spanContext) ? spanContext : null;
};

// Messages of errors may hold texts of users.
const errorTypeOf = (error: unknown): string => {
  if (typeof error === 'string') return error;
  return errorCodeOf(error) ?? (error instanceof Error ? error.name : 'error');
};

interface OpenTelemetryDeps {
  /** Base URL of the collector that receives OTLP over HTTP. */
  readonly endpoint: string;
  readonly version: string;
}

/**
 * Creates a tracer that sends spans to a collector by the official SDK. The SDK's own variables (`OTEL_SERVICE_NAME`,
 * `OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS` and others) count as well.
 */
export const createOpenTelemetryTracer = ({ endpoint, version }: OpenTelemetryDeps): Tracer => {
  const provider = new BasicTracerProvider({
    // The environment may name the service otherwise.
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': SERVICE_NAME, 'service.version': version }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` })),
    ],
  });
  const tracer = provider.getTracer(SERVICE_NAME, version);
  // Several gateways of one process have tracers of their own, so none of them sets the SDK's global context.
  const runningSpans = new AsyncLocalStorage<OpenTelemetrySpan>();

  const runningContext = (): SpanContext | null => runningSpans.getStore()?.spanContext() ?? null;

  const parentContextOf = (parent: string | null | undefined): Context => {
    const spanContext = parent === undefined ? runningContext() : parent === null ? null : parseTraceParent(parent);
    return spanContext === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContext);
  };

  const wrap = (span: OpenTelemetrySpan): Span => ({
    run: (work) => runningSpans.run(span, work),
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes({ ...attributes }),
    end(error) {
      if (error !== undefined) {
        span.setAttribute('error.type', errorTypeOf(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  });

  return {
    begin: (name, { kind, attributes = {}, parent }) =>
      wrap(tracer.startSpan(name, { kind: SPAN_KINDS[kind], attributes: { ...attributes } }, parentContextOf(parent))),
    traceId: () => runningContext()?.traceId ?? null,
    traceParent() {
      const spanContext = runningContext();
      return spanContext === null ? null : formatTraceParent(spanContext);
    },
    async close() {
      // A collector that is gone must not keep a stopping gateway: the exporter gives up after its own time.
      await provider.shutdown().catch(() => undefined);
      runningSpans.disable();
    },
  };
};
