import * as z from 'zod/mini';
import { createLog, describeError } from './log';
import { createRequestContext } from './request-context';
import { openTemporaryDatabase } from './testing/temporary-database';

const LogLine = z.record(z.string(), z.unknown());

const openLog = () => {
  const lines: string[] = [];
  const requestContext = createRequestContext();
  const log = createLog({
    level: 'info',
    requestContext,
    traceId: () => null,
    destination: { write: (line) => void lines.push(line) },
  });
  return { log, requestContext, lines, parsed: () => lines.map((line) => LogLine.parse(JSON.parse(line))) };
};

describe('a line of the log', () => {
  it('has the time in ISO 8601 and the name of its level', () => {
    const { log, parsed } = openLog();
    log.warn({ kind: 'mail/deliver' }, 'a job has to wait');
    expect(parsed()).toEqual([
      {
        level: 'warn',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        kind: 'mail/deliver',
        msg: 'a job has to wait',
      },
    ]);
  });

  it('has the id of the request whose work it is about, also later in that work', async () => {
    const { log, requestContext, parsed } = openLog();
    const work = async (): Promise<void> => {
      await Promise.resolve();
      log.info('written');
    };
    await Promise.all([requestContext.run('a', work), requestContext.run('b', work), work()]);
    await requestContext.run('c', () => requestContext.run(null, work));
    expect(parsed().map(({ requestId }) => requestId)).toEqual(['a', 'b', undefined, undefined]);
    requestContext.close();
  });
});

describe('an error in the log', () => {
  const SECRETS = ['geheim', 'anna@mahlzeit.test'];

  it('has its type, code, stack and causes', () => {
    const cause = Object.assign(new TypeError('refused'), { code: 'ECONNREFUSED' });
    expect(describeError(new Error('not sent', { cause }))).toEqual({
      type: 'Error',
      message: 'not sent',
      stack: expect.stringContaining('log.test.ts'),
      causes: [{ type: 'TypeError', message: 'refused', code: 'ECONNREFUSED', stack: expect.any(String) }],
    });
    expect(describeError(undefined)).toBeUndefined();
    expect(describeError('late')).toEqual({ type: 'string', message: 'late' });
  });

  it.each<[string, Error]>([
    [
      'fields',
      Object.assign(new Error('unique'), { detail: 'Key (email)=(anna@mahlzeit.test) exists', body: 'geheim' }),
    ],
    ['e-mail addresses', new Error('550 5.1.1 <anna@mahlzeit.test>: Recipient address rejected')],
    ['credentials', new Error('connect postgres://mahlzeit:geheim@db.example:5432/mahlzeit failed')],
    ['fields of causes', new Error('late', { cause: Object.assign(new Error('no'), { response: 'geheim' }) })],
  ])('has no %s', (_title, error) => {
    const { log, lines } = openLog();
    log.error({ err: error }, 'request failed');
    expect(lines).toHaveLength(1);
    for (const secret of SECRETS) expect(lines[0]).not.toContain(secret);
  });

  it('has no values of the statement that has failed', async () => {
    const { database, remove } = await openTemporaryDatabase(() => 0);
    const { log, lines } = openLog();
    const insert = () => database.write(({ knex }) => knex('setting').insert({ key: 'geheim', value: 'geheim' }));
    await insert();
    await insert().catch((error: unknown) => log.error({ err: error }, 'request failed'));
    await remove();
    expect(lines[0]).toMatch(/insert into .*setting/);
    expect(lines[0]).not.toContain('geheim');
  });
});
