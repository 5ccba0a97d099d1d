import { personalDataProviders } from './platform/composition/personal-data';
import { readSchema } from './platform/testing/schema';
import { isPostgresRun } from './platform/testing/postgres-run';
import { testGateways } from './platform/testing/test-gateway';

/** Pattern of column names that suggest a person or data of a person. */
const PERSONAL_NAME =
  /(^|_)((uid|user|person|owner|author|creator|member|attendee|participant|invitee|recipient|sender|guest|e?mail|phone|picture|photo|avatar|display_name|first_name|last_name|subject|ip)s?|people|birth\w*|password\w*)(_|$)/;

/**
 * Columns that match `PERSONAL_NAME` although they belong to no person: the id of a restaurant at the payment provider,
 * and the address of a team that publishes a remote.
 */
const IMPERSONAL_COLUMNS = ['restaurant.payment_user_id', 'release_token.email'];

/** Tables that SQLite needs for its text and location indexes. The indexes of PostgreSQL need none. */
const SQLITE_INDEXES = ['restaurant_name', 'restaurant_street', 'restaurant_place'];

it.each([
  ['attendees', true],
  ['participant_uids', true],
  ['members', true],
  ['people_json', true],
  ['birthday', true],
  ['memberships_open', false],
  ['tips', false],
])('a column called %s leads to persons: %s', (columnName, isPersonalExpected) => {
  expect(PERSONAL_NAME.test(columnName)).toBe(isPersonalExpected);
});

describe('what is stored of persons', () => {
  const gateways = testGateways();

  const readDeclarations = async () => {
    const { database, personalData } = await gateways.start();
    const personalColumns = personalDataProviders(personalData).flatMap(({ personalTables }) =>
      Object.entries(personalTables).map(([tableName, { columns }]) => [tableName, Object.keys(columns)] as const),
    );
    return {
      schema: await readSchema(database.knex),
      personal: personalColumns,
      declared: personalData.flatMap((provider) => [
        ...('erase' in provider ? Object.keys(provider.personalTables) : []),
        ...provider.impersonalTables,
      ]),
    };
  };

  it('is said of every table, once', async () => {
    const { schema, declared: declaredModules } = await readDeclarations();
    const expectedTables = isPostgresRun() ? [...schema.keys(), ...SQLITE_INDEXES] : [...schema.keys()];
    expect([...declaredModules].sort()).toEqual(expectedTables.sort());
  });

  it('is said of every column that leads to a person', async () => {
    const { schema, personal: personalColumns } = await readDeclarations();
    const columnsByTable = new Map(
      personalColumns.map(([tableName, tableColumns]) => [tableName, new Set(tableColumns)]),
    );
    const personalTables = new Set(columnsByTable.keys());
    const undeclaredColumns = [...schema].flatMap(([tableName, { columns, references }]) => {
      // Finds tables that reference the row of a person: they contain personal data as well.
      const referencingColumns = references
        .filter((foreignKey) => personalTables.has(foreignKey.table))
        .map(({ from }) => from);
      return columns
        .filter(
          (columnName) =>
            (PERSONAL_NAME.test(columnName) && !IMPERSONAL_COLUMNS.includes(`${tableName}.${columnName}`)) ||
            referencingColumns.includes(columnName),
        )
        .filter((columnName) => columnsByTable.get(tableName)?.has(columnName) !== true)
        .map((columnName) => `${tableName}.${columnName}`);
    });
    expect(undeclaredColumns).toEqual([]);
  });

  it('names only what there is', async () => {
    const { schema, personal: personalColumns } = await readDeclarations();
    const missingColumns = personalColumns.flatMap(([tableName, tableColumns]) =>
      tableColumns
        .filter((columnName) => schema.get(tableName)?.columns.includes(columnName) !== true)
        .map((columnName) => `${tableName}.${columnName}`),
    );
    expect(missingColumns).toEqual([]);
  });

  it('is said by each module, with the reason where it stores nothing', async () => {
    const { personalData } = await gateways.start();
    for (const provider of personalData)
      expect('erase' in provider ? provider.name : provider.storesNothingBecause).toMatch(/\w/);
    expect(new Set(personalDataProviders(personalData).map(({ name }) => name)).size).toBe(
      personalDataProviders(personalData).length,
    );
  });
});
