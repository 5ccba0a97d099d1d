import { describeOnEachEngine } from '../../platform/testing/temporary-database';
import { createTestSecrets } from '../../platform/testing/test-secrets';
import { CLOSED_REPORT_RETENTION_MS, createReportCleanup } from './report-cleanup';
import { createReportRepository, type StoredReport } from './report-repository';

const secrets = createTestSecrets(() => 0);

const aReport = (reportFields: Partial<StoredReport> = {}): StoredReport => ({
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
  decidedBy: null,
  note: '',
  ...reportFields,
});

describeOnEachEngine('report repository', (testDatabases) => {
  const openWithReports = async (...reports: StoredReport[]) => {
    const database = await testDatabases.open();
    await database.write(async ({ knex }) => {
      for (const report of reports) await createReportRepository(knex, secrets).insert(report);
    });
    return { database, stored: createReportRepository(database.knex, secrets) };
  };

  it('returns reports as they were stored, and lists the open ones, the oldest first', async () => {
    const { stored: reportRepository } = await openWithReports(
      aReport({ key: 'late', createdAt: 2, target: 'm2' }),
      aReport(),
      aReport({ key: 'done', state: 'removed', closedAt: 3 }),
    );
    expect(await reportRepository.find('r1')).toEqual(aReport());
    expect(await reportRepository.find('done')).toMatchObject({ state: 'removed', closedAt: 3 });
    expect(await reportRepository.find('unknown')).toBeNull();
    expect((await reportRepository.listOpen({ start: null, limit: 9 })).map(({ key }) => key)).toEqual(['r1', 'late']);
    expect((await reportRepository.listBy('anna')).map(({ key }) => key)).toEqual(['done', 'r1', 'late']);
  });

  it('finds the open report of a reporter about the same content', async () => {
    const { stored: reportRepository } = await openWithReports(
      aReport(),
      aReport({ key: 'done', target: 'm2', state: 'removed' }),
    );
    expect((await reportRepository.findOpenOf('anna', { ...aReport(), target: 'm1' }))?.key).toBe('r1');
    for (const [reporter, reportTarget] of [
      ['ben', 'm1'],
      ['anna', 'm2'],
    ] as const)
      expect(await reportRepository.findOpenOf(reporter, { ...aReport(), target: reportTarget })).toBeNull();
  });

  it('distinguishes pictures of one person, and not versions of a message', async () => {
    const pictureTarget = { kind: 'picture', target: 'ben' } as const;
    const { stored: reportRepository } = await openWithReports(
      aReport({ key: 'a', ...pictureTarget, context: '/a.webp' }),
      aReport({ key: 'b', ...pictureTarget, context: '/b.webp', reporter: 'cem' }),
      aReport(),
    );
    expect((await reportRepository.listOpenOf({ ...pictureTarget, context: '/b.webp' })).map(({ key }) => key)).toEqual(
      ['b'],
    );
    expect([
      await reportRepository.findOpenOf('anna', { ...pictureTarget, context: '/b.webp' }),
      (await reportRepository.findOpenOf('anna', { ...pictureTarget, context: '/a.webp' }))?.key,
    ]).toEqual([null, 'a']);
    expect(
      (await reportRepository.listOpenOf({ kind: 'message', target: 'm1', context: 'else' })).map(({ key }) => key),
    ).toEqual(['r1']);
  });

  it('closes reports by key, and lists the open ones of the same content', async () => {
    const { database, stored: reportRepository } = await openWithReports(
      aReport({ key: 'r2', reporter: 'cem', createdAt: 2 }),
      aReport(),
      aReport({ key: 'r3', kind: 'user', target: 'ben' }),
      aReport({ key: 'r4', state: 'removed', closedAt: 1 }),
    );
    expect((await reportRepository.listOpenOf({ ...aReport(), target: 'm1' })).map(({ key }) => key)).toEqual([
      'r1',
      'r2',
    ]);
    await database.write(({ knex }) =>
      createReportRepository(knex, secrets).close(['r1', 'r2'], {
        ...{ state: 'dismissed', closedAt: 9, decidedBy: 'operator', note: 'Nein' },
      }),
    );
    expect((await reportRepository.listOpen({ start: null, limit: 9 })).map(({ key }) => key)).toEqual(['r3']);
    expect(await reportRepository.find('r2')).toMatchObject({
      ...{ state: 'dismissed', closedAt: 9, decidedBy: 'operator', note: 'Nein' },
    });
    expect(await reportRepository.find('r4')).toMatchObject({ state: 'removed', closedAt: 1 });
  });

  it('lists open and decided reports page by page, whatever happens at the same time', async () => {
    const keysOf = (reports: readonly StoredReport[]) => reports.map(({ key }) => key);
    const { stored: reportRepository } = await openWithReports(
      ...['b', 'a', 'c'].map((key) => aReport({ key })),
      aReport({ key: 'late', createdAt: 2 }),
      ...['y', 'x'].map((key) => aReport({ key, state: 'removed', closedAt: 20 })),
      aReport({ key: 'newest', state: 'dismissed', closedAt: 30 }),
      aReport({ key: 'old', state: 'dismissed', closedAt: 9 }),
    );
    expect(keysOf(await reportRepository.listOpen({ start: null, limit: 2 }))).toEqual(['a', 'b']);
    expect(keysOf(await reportRepository.listOpen({ start: aReport({ key: 'b' }), limit: 2 }))).toEqual(['c', 'late']);
    const listClosed = async (start: StoredReport | null) =>
      keysOf(await reportRepository.listClosed({ start, since: 10, limit: 2 }));
    expect(await listClosed(null)).toEqual(['newest', 'y']);
    expect(await listClosed(aReport({ key: 'y', closedAt: 20 }))).toEqual(['x']);
  });

  it('counts reports about a person, and lists the content of open ones', async () => {
    const { stored: reportRepository } = await openWithReports(
      aReport(),
      aReport({ key: 'r2', reporter: 'cem' }),
      aReport({ key: 'r3', kind: 'user', target: 'ben', state: 'dismissed', closedAt: 1 }),
      aReport({ key: 'r4', target: 'm2', person: 'cem' }),
    );
    expect(await reportRepository.countByPerson(['ben', 'cem', 'nobody'])).toEqual(
      new Map([
        ['ben', 3],
        ['cem', 1],
      ]),
    );
    expect(await reportRepository.listOpenTargets(['m1', 'ben'])).toEqual([
      { kind: 'message', target: 'm1', context: 'Kauf das' },
      { kind: 'message', target: 'm1', context: 'Kauf das' },
    ]);
  });

  it('stores no word that can be read without the keys', async () => {
    const { database } = await openWithReports(aReport({ note: 'Nein' }));
    const [reportRow] = await database.knex('report').select('text', 'context', 'note');
    expect(JSON.stringify(reportRow)).not.toMatch(/Hilfe|Kauf|Nein/);
  });

  it('returns reports of an earlier release, and those whose key is lost without their text', async () => {
    const { database, stored: reportRepository } = await openWithReports(aReport(), aReport({ key: 'r2' }));
    await database.write(async ({ knex }) => {
      await knex('report').where({ key: 'r1' }).update({ text: 'Hilfe', context: 'Kauf das' });
      await knex('report').where({ key: 'r2' }).update({ text: 'sealed1.0.AAAA', context: 'sealed1.0.AAAA' });
    });
    expect(await reportRepository.find('r1')).toEqual(aReport());
    expect(await reportRepository.find('r2')).toEqual(aReport({ key: 'r2', text: '', context: '' }));
  });

  it('removes erased people from reports', async () => {
    const { database, stored: reportRepository } = await openWithReports(
      aReport({ note: 'Nein, Ben' }),
      aReport({ key: 'r2', reporter: 'ben', person: 'cem', note: 'Nein, Ben' }),
    );
    await database.write(({ knex }) => createReportRepository(knex, secrets).forgetPerson('ben'));
    expect(await reportRepository.find('r1')).toEqual(aReport({ person: null, context: '' }));
    expect(await reportRepository.find('r2')).toEqual(aReport({ key: 'r2', reporter: null, person: 'cem', text: '' }));
  });

  it('keeps a decided report for a year, and an open one until the decision', async () => {
    const decidedAt = Date.parse('2026-06-24T11:30:00+02:00');
    const { database, stored: reportRepository } = await openWithReports(
      aReport({ key: 'open' }),
      aReport({ key: 'decided', state: 'dismissed', closedAt: decidedAt }),
    );
    const cleanUpAt = (now: number) => createReportCleanup({ database, secrets, clock: { now: () => now } }).run();
    await cleanUpAt(decidedAt + CLOSED_REPORT_RETENTION_MS);
    expect((await reportRepository.find('decided'))?.key).toBe('decided');
    await cleanUpAt(decidedAt + CLOSED_REPORT_RETENTION_MS + 1);
    expect([await reportRepository.find('decided'), (await reportRepository.find('open'))?.key]).toEqual([
      null,
      'open',
    ]);
  });
});
