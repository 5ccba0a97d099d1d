import { createServer } from 'node:http';
import * as z from 'zod/mini';

const Attribute = z.object({ key: z.string(), value: z.looseObject({ stringValue: z.optional(z.string()) }) });
const CollectedSpan = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  attributes: z.array(Attribute),
});

/** A span, in the form of OTLP as JSON. */
type CollectedSpan = z.infer<typeof CollectedSpan>;

const ExportRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(CollectedSpan) })),
    }),
  ),
});

/** A collector of OpenTelemetry. */
interface TraceCollector {
  readonly url: string;
  /** Everything that the collector has received. */
  text(): string;
  spans(): readonly CollectedSpan[];
  /** Attributes of the services that have sent spans. */
  services(): readonly z.infer<typeof Attribute>[];
  close(): Promise<void>;
}

/** Starts a collector on a free port of this machine. */
export const startTraceCollector = async (): Promise<TraceCollector> => {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      bodies.push(body);
      response.setHeader('Content-Type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const resourceSpans = () => bodies.flatMap((body) => ExportRequest.parse(JSON.parse(body)).resourceSpans);
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    text: () => bodies.join(''),
    spans: () => resourceSpans().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    services: () => resourceSpans().flatMap(({ resource }) => resource.attributes),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
};
