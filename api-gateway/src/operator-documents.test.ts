import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MetricDescription } from './platform/metrics';
import { testGateways } from './platform/testing/test-gateway';

const documentFile = (name: string): string => join(__dirname, '../../docs', name);
const readDocument = (name: string): string => readFileSync(documentFile(name), 'utf8');

const OPERATIONS = 'operations.md';
const TABLE_START = '<!-- The table below is printed from the code. -->\n\n';
const TABLE_END = '<!-- The table above is printed from the code. -->\n';

const gateways = testGateways();
let metrics: readonly MetricDescription[];

beforeAll(async () => {
  const folder = (await gateways.start()).folder;
  // A gateway has more metrics with backups and Redis, also while Redis is gone.
  const gateway = await gateways.start({
    environment: { BACKUP_DIR: join(folder, 'backups'), REDIS_URL: 'redis://127.0.0.1:1' },
  });
  metrics = gateway.metrics;
});

const printTable = (): string =>
  [
    '| metric | labels | meaning |',
    '|---|---|---|',
    ...metrics
      .filter(({ name }) => name.startsWith('mahlzeit_'))
      .toSorted((left, right) => (left.name < right.name ? -1 : 1))
      .map(
        ({ name, labels, help }) => `| \`${name}\` | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
      ),
    '',
    '',
  ].join('\n');

/** Returns the names in a text that no metric has. A histogram has its name with three endings. */
const unknownMetricsIn = (text: string): readonly string[] => {
  const knownNames = new Set(
    metrics.flatMap(({ name }) => [name, ...['_bucket', '_count', '_sum'].map((ending) => name + ending)]),
  );
  const names = text.match(/\b(?:mahlzeit|nodejs|process)_\w+/g) ?? [];
  return [...new Set(names)].filter((name) => !knownNames.has(name));
};

it('names every metric in docs/operations.md', () => {
  const document = readDocument(OPERATIONS);
  const [before = '', rest = ''] = document.split(TABLE_START);
  const after = rest.slice(rest.indexOf(TABLE_END));
  const printed = `${before}${TABLE_START}${printTable()}${after}`;
  if (process.env['UPDATE_DOCS'] === undefined) expect(document).toBe(printed);
  else writeFileSync(documentFile(OPERATIONS), printed);
});

it.each(['grafana-dashboard.json', 'examples/prometheus-alerts.yml'])('asks for metrics that exist: %s', (name) => {
  const document = readDocument(name);
  expect(document.match(/mahlzeit_\w+/g)?.length).toBeGreaterThan(10);
  expect(unknownMetricsIn(document)).toEqual([]);
});

it('asks for each metric of its own in the dashboard, but for those that others show', () => {
  const dashboard = readDocument('grafana-dashboard.json');
  const hidden = metrics
    .map(({ name }) => name)
    .filter((name) => name.startsWith('mahlzeit_') && !dashboard.includes(name));
  expect(hidden.sort()).toEqual([
    'mahlzeit_csp_reports_total',
    'mahlzeit_data_disk_bytes',
    'mahlzeit_database_disk_full',
    'mahlzeit_gateways',
    'mahlzeit_jobs_done_total',
    'mahlzeit_live_deltas_total',
    'mahlzeit_metrics_failed_reads_total',
    'mahlzeit_payments_open_age_seconds',
    'mahlzeit_release_phase_failures',
    'mahlzeit_release_withdrawals',
  ]);
});

it('explains each alarm in docs/operations.md', () => {
  const alarms = [...readDocument('examples/prometheus-alerts.yml').matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  );
  const explained = [...readDocument(OPERATIONS).matchAll(/^\| `([A-Z]\w+)` \| [^|]+ \| [^|]+ \|$/gm)].map(
    ([, name]) => name,
  );
  expect(alarms.length).toBeGreaterThanOrEqual(10);
  expect(alarms.filter((name) => !explained.includes(name))).toEqual([]);
});

it('names each secret setting of the unit in no file that others read', () => {
  expect(readDocument('examples/mahlzeit.service')).not.toMatch(/TOKEN|PASSWORD|SECRET|_KEY=/);
});
