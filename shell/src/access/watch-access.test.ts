import type { VersionInfo } from '@mahlzeit/contract';
import { getVersionInfo, globalTopic } from '@mahlzeit/contract';
import { answer, createManualTimers, fakeShell, hang, unreachable } from '@mahlzeit/shared-ui/testing';
import { pause } from '../fake-pause';
import { watchAccess } from './watch-access';

const info = (overrides: Partial<VersionInfo> = {}): VersionInfo => ({ maintenance: false, requiredVersion: '5.0.1', ...overrides });

const start = (answers: Parameters<typeof fakeShell>[0] = {}) => {
  const shell = fakeShell(answers);
  const timers = createManualTimers();
  const { apiClient, live, logEvent } = shell;
  const access = watchAccess({ apiClient, live, logEvent, timers, version: '5.0.1' });
  const emit = (info: VersionInfo, key = '5') => shell.change(globalTopic, { kind: 'put', collection: 'versionInfos', key, value: { key, ...info } });
  return { shell, timers, access, emit, badVersions: () => shell.recorded.events.filter(({ name }) => name === 'Bad version') };
};

it.each<[VersionInfo, string]>([
  [info(), 'open'],
  [info({ maintenance: true }), 'maintenance'],
  [info({ requiredVersion: '5.0.2' }), 'outdated'],
])('is unknown until the gateway has answered %j, then %s', async (info, expected) => {
  const { access } = start({ answers: [answer(getVersionInfo, info)] });
  expect(access.get()).toBe('unknown');
  await pause();
  expect(access.get()).toBe(expected);
});

it('lets in who cannot reach the gateway, and tells nobody of a bad version', async () => {
  const { access, badVersions } = start({ answers: [unreachable(getVersionInfo)] });
  await pause();
  expect(access.get()).toBe('open');
  expect(badVersions()).toEqual([]);
});

it('lets in after three seconds without an answer', async () => {
  const { access, timers } = start({ answers: [hang(getVersionInfo)] });
  await pause();
  timers.advance(2_999);
  expect(access.get()).toBe('unknown');
  timers.advance(1);
  expect(access.get()).toBe('open');
});

it('follows its own major version live, both ways', async () => {
  const { access, emit } = start({ answers: [answer(getVersionInfo, info())] });
  await pause();
  emit(info({ maintenance: true }));
  expect(access.get()).toBe('maintenance');
  emit(info({ requiredVersion: '5.0.10' }));
  expect(access.get()).toBe('outdated');
  emit(info());
  expect(access.get()).toBe('open');
  emit(info({ maintenance: true }), '6');
  expect(access.get()).toBe('open');
});

it('opens on a check once the maintenance is over', async () => {
  const { access } = start({ answers: [answer(getVersionInfo, info({ maintenance: true }), info())] });
  await pause();
  await access.check();
  expect(access.get()).toBe('open');
});

it('keeps who is out out when a check fails', async () => {
  const { access, shell } = start({ answers: [answer(getVersionInfo, info({ maintenance: true }))] });
  await pause();
  shell.use(unreachable(getVersionInfo));
  await access.check();
  expect(access.get()).toBe('maintenance');
});

it('A05 logs a bad version once and lets everybody in', async () => {
  const { access, badVersions, emit } = start({ answers: [answer(getVersionInfo, info({ requiredVersion: null }))] });
  await pause();
  await access.check();
  expect(access.get()).toBe('open');
  expect(badVersions()).toEqual([{ name: 'Bad version', parameters: { requiredVersion: '' } }]);
  emit(info({ requiredVersion: 'neu' }));
  expect(access.get()).toBe('open');
  expect(badVersions()).toHaveLength(2);
});

it('gets nothing more once it is stopped', async () => {
  const { access, emit, timers } = start({ answers: [answer(getVersionInfo, info())] });
  await pause();
  access.stop();
  emit(info({ maintenance: true }));
  expect(access.get()).toBe('open');
  expect(timers.pending()).toBe(0);
});
