import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod/mini';
import { createBrowser, TEST_PASSWORD } from './modules/identity/testing/people';
import { testGateways } from './platform/testing/test-gateway';

const Attribute = z.object({ key: z.string(), value: z.looseObject({ stringValue: z.optional(z.string()) }) });
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.optional(z.string()),
  name: z.string(),
  attributes: z.array(Attribute),
});
type Span = z.infer<typeof Span>;
const ExportRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(Attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(Span) })),
    }),
  ),
});

/** Starts a collector that receives OTLP as JSON. */
const startCollector = async () => {
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
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const resourceSpans = () => bodies.flatMap((body) => ExportRequest.parse(JSON.parse(body)).resourceSpans);
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => bodies.join(''),
    services: () => resourceSpans().flatMap(({ resource }) => resource.attributes),
    spans: () => resourceSpans().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
};

const gateways = testGateways();

it('leads from a request over its write and its job to the e-mail, without personal data', async () => {
  const collector = await startCollector();
  const gateway = await gateways.start({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
  const email = 'anna@mahlzeit.test';
  const answer = await createBrowser(gateway.url).call('POST', '/api/auth/register', {
    body: { email, password: TEST_PASSWORD, visible: true, policyAccepted: true },
  });
  await gateway.catchUp();
  await gateway.close();

  const spans = collector.spans();
  const requestSpan = spans.find(({ name }) => name === 'POST /api/auth/register');
  const inTrace = spans.filter(({ traceId }) => traceId === requestSpan?.traceId);
  const ancestorsOf = (span: Span): readonly string[] => {
    const parent = inTrace.find(({ spanId }) => spanId === span.parentSpanId);
    return parent === undefined ? [span.name] : [...ancestorsOf(parent), span.name];
  };
  expect(inTrace.filter(({ name }) => name === 'deliver mail').map(ancestorsOf)).toEqual([
    ['POST /api/auth/register', 'write', 'job mail/deliver', 'deliver mail'],
  ]);
  expect(requestSpan?.attributes).toContainEqual({
    key: 'mahlzeit.request.id',
    value: { stringValue: answer.headers.get('X-Request-Id') },
  });
  expect(collector.services()).toContainEqual({ key: 'service.name', value: { stringValue: 'mahlzeit' } });
  for (const secret of [email, TEST_PASSWORD]) expect(collector.text()).not.toContain(secret);
  await collector.close();
});
