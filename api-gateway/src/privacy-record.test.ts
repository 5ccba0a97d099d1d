import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserExport } from '@mahlzeit/contract';
import { personalDataProviders } from './platform/composition/personal-data';
import { privacyRecordOf } from './platform/composition/privacy-record';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';
import { createAnna, insertRestaurant } from './testing/access/anna';
import type { AnnaTestData } from './testing/access/access-row';
import { addRareDataOf } from './testing/access/rare-data';

const RECORD_FILE = join(__dirname, '../../docs/privacy-record.md');

/** Line of the privacy record below which the tables are printed. */
const TABLES_MARK = '<!-- The tables below are printed from the code. -->\n\n';

/** Returns the values at a path such as `social.groups[].name`. */
const valuesAt = (value: unknown, path: string): unknown[] => {
  const [step = '', ...rest] = path.split('.');
  const field = new Map(Object.entries(value ?? {})).get(step.replace('[]', ''));
  const fields: unknown[] = step.endsWith('[]') && Array.isArray(field) ? field : [field];
  return rest.length === 0 ? fields : fields.flatMap((next) => valuesAt(next, rest.join('.')));
};

const isShown = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

describe('the record of processing activities', () => {
  const gateways = testGateways();
  let gateway: TestGateway;
  let anna: AnnaTestData;

  beforeAll(async () => {
    gateway = await gateways.start();
    await insertRestaurant(gateway, 'elbkantine');
    anna = await createAnna(gateway);
    await addRareDataOf(gateway, anna);
  });

  const tables = () =>
    personalDataProviders(gateway.personalData).flatMap(({ personalTables }) => Object.entries(personalTables));

  it('is printed in docs/privacy-record.md', () => {
    const document = readFileSync(RECORD_FILE, 'utf8');
    const [introduction = ''] = document.split(TABLES_MARK);
    const printed = `${introduction}${TABLES_MARK}${privacyRecordOf(personalDataProviders(gateway.personalData))}\n`;
    if (process.env['UPDATE_DOCS'] === undefined) expect(document).toBe(printed);
    else writeFileSync(RECORD_FILE, printed);
  });

  it('names jobs that run', async () => {
    await gateway.catchUp();
    const jobRows = await gateway.database.knex<{ name: string }>('periodic_job').select('name');
    const namedJobs = tables().flatMap(([, { deletedBy }]) => deletedBy);
    expect([...new Set(namedJobs)].filter((name) => !jobRows.some((row) => row.name === name))).toEqual([]);
  });

  it('says where the export of a person has each column', async () => {
    const userExport = UserExport.parse((await anna.call('GET', '/api/users/me/export')).body);
    const missing = tables().flatMap(([tableName, { columns }]) =>
      Object.entries(columns)
        .filter(([, path]) => typeof path === 'string' && !valuesAt(userExport, path).some(isShown))
        .map(([columnName, path]) => `${tableName}.${columnName}: ${String(path)}`),
    );
    expect(missing).toEqual([]);
  });
});
