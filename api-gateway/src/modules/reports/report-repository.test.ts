import { describeOnEachEngine } from '../../platform/testing/temporary-database';
import { createReportRepository, type StoredReport } from './report-repository';

const aReport = (fields: Partial<StoredReport> = {}): StoredReport => ({
  key: 'r1',
  reporter: 'anna',
  kind: 'message',
  target: 'm1',
  chatKey: 'c1',
  person: 'ben',
  reason: 'spam',
  text: 'Hilfe',
  context: 'Kauf das',
  state: 'open',
  createdAt: 1,
  closedAt: null,
  ...fields,
});

describeOnEachEngine('report repository', (databases) => {
  const openWithReports = async (...reports: StoredReport[]) => {
    const database = await databases.open();
    await database.write(async ({ knex }) => {
      for (const report of reports) await createReportRepository(knex).insert(report);
    });
    return { database, stored: createReportRepository(database.knex) };
  };

  it('returns reports as they were stored, and lists the open ones, the oldest first', async () => {
    const { stored: repository } = await openWithReports(
      aReport({ key: 'late', createdAt: 2, target: 'm2' }),
      aReport(),
      aReport({ key: 'done', state: 'removed', closedAt: 3 }),
    );
    expect(await repository.find('r1')).toEqual(aReport());
    expect(await repository.find('done')).toMatchObject({ state: 'removed', closedAt: 3 });
    expect(await repository.find('unknown')).toBeNull();
    expect((await repository.listOpen(9)).map(({ key }) => key)).toEqual(['r1', 'late']);
    expect((await repository.listBy('anna')).map(({ key }) => key)).toEqual(['done', 'r1', 'late']);
  });

  it('finds the open report of a reporter about the same content', async () => {
    const { stored: repository } = await openWithReports(
      aReport(),
      aReport({ key: 'done', target: 'm2', state: 'removed' }),
    );
    expect((await repository.findOpenOf('anna', { ...aReport(), target: 'm1' }))?.key).toBe('r1');
    for (const [reporter, target] of [
      ['ben', 'm1'],
      ['anna', 'm2'],
    ] as const)
      expect(await repository.findOpenOf(reporter, { ...aReport(), target })).toBeNull();
  });

  it('distinguishes pictures of one person, and not versions of a message', async () => {
    const picture = { kind: 'picture', target: 'ben' } as const;
    const { stored: repository } = await openWithReports(
      aReport({ key: 'a', ...picture, context: '/a.webp' }),
      aReport({ key: 'b', ...picture, context: '/b.webp', reporter: 'cem' }),
      aReport(),
    );
    expect((await repository.listOpenOf({ ...picture, context: '/b.webp' })).map(({ key }) => key)).toEqual(['b']);
    expect([
      await repository.findOpenOf('anna', { ...picture, context: '/b.webp' }),
      (await repository.findOpenOf('anna', { ...picture, context: '/a.webp' }))?.key,
    ]).toEqual([null, 'a']);
    expect(
      (await repository.listOpenOf({ kind: 'message', target: 'm1', context: 'else' })).map(({ key }) => key),
    ).toEqual(['r1']);
  });

  it('closes reports by key, and lists the open ones of the same content', async () => {
    const { database, stored: repository } = await openWithReports(
      aReport({ key: 'r2', reporter: 'cem', createdAt: 2 }),
      aReport(),
      aReport({ key: 'r3', kind: 'user', target: 'ben' }),
      aReport({ key: 'r4', state: 'removed', closedAt: 1 }),
    );
    expect((await repository.listOpenOf({ ...aReport(), target: 'm1' })).map(({ key }) => key)).toEqual(['r1', 'r2']);
    await database.write(({ knex }) =>
      createReportRepository(knex).close(['r1', 'r2'], { state: 'dismissed', closedAt: 9 }),
    );
    expect((await repository.listOpen(9)).map(({ key }) => key)).toEqual(['r3']);
    expect(await repository.find('r2')).toMatchObject({ state: 'dismissed', closedAt: 9 });
    expect(await repository.find('r4')).toMatchObject({ state: 'removed', closedAt: 1 });
  });

  it('removes erased people from reports', async () => {
    const { database, stored: repository } = await openWithReports(
      aReport(),
      aReport({ key: 'r2', reporter: 'ben', person: 'cem' }),
    );
    await database.write(({ knex }) => createReportRepository(knex).forgetPerson('ben'));
    expect(await repository.find('r1')).toEqual(aReport({ person: null, context: '' }));
    expect(await repository.find('r2')).toEqual(aReport({ key: 'r2', reporter: null, person: 'cem', text: '' }));
  });
});
