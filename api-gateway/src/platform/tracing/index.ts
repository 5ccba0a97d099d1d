import type { GatewayConfig } from '../config/config';
import { idleTracer } from './tracer';
import type { Tracer } from './tracer';

export { idleTracer, runSpan } from './tracer';
export type { Tracer } from './tracer';

/** Opens the tracer of a gateway. The SDK of OpenTelemetry is loaded only where traces are sent somewhere. */
export const openTracer = async ({ tracing, version }: Pick<GatewayConfig, 'tracing' | 'version'>): Promise<Tracer> => {
  if (tracing.endpoint === null) return idleTracer;
  const { createOpenTelemetryTracer } = await import('./open-telemetry-tracer');
  return createOpenTelemetryTracer({ endpoint: tracing.endpoint, version });
};
