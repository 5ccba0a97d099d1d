import { getVersionInfo, globalTopic } from '@mahlzeit/contract';
import type { VersionInfo } from '@mahlzeit/contract';
import { createObservable } from '@mahlzeit/shared-ui/platform';
import { answer, createManualTimers, fakeShell, neverRespond, failAsUnreachable } from '@mahlzeit/shared-ui/testing';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AccessHost, checkVersion, majorVersionOf, watchAccess } from './access-gate';
import type { Access } from './access-gate';
import { waitTurns } from '../fake-browser';

describe('comparing versions', () => {
  const checkVersionAccess = (requiredVersion: string | null, ownVersion = '5.0.9', isInMaintenance = false) =>
    checkVersion({ maintenance: isInMaintenance, requiredVersion }, ownVersion);

  it.each([
    ['5.0.9', '5.0.9', 'open'],
    ['5.0.8', '5.0.9', 'open'],
    ['5.0.10', '5.0.9', 'outdated'],
    ['5.0.9', '5.0.10', 'open'],
    ['5.1', '5.0.9', 'outdated'],
    ['5.0', '5.0.0', 'open'],
    ['5.0.0.1', '5.0.0', 'outdated'],
    ['6', '5.9.9', 'outdated'],
    ['4.99.99', '5.0.0', 'open'],
    [' 5.0.9 ', '5.0.9', 'open'],
  ])('A05 requires %s of %s: %s', (requiredVersion, ownVersion, expectedAccess) => {
    expect(checkVersionAccess(requiredVersion, ownVersion)).toEqual({ access: expectedAccess, isBadVersion: false });
  });

  it.each([null, '', 'abc', '5.x', '5..1', '-5', '5.0.1-beta'])(
    'A05 takes %j for a bad version and lets everybody in',
    (requiredVersion) => {
      expect(checkVersionAccess(requiredVersion)).toEqual({ access: 'open', isBadVersion: true });
    },
  );

  it('denies access during maintenance, whatever the version', () => {
    expect(checkVersionAccess('5.0.9', '5.0.9', true).access).toBe('maintenance');
    expect(checkVersionAccess('9.0.0', '5.0.9', true).access).toBe('maintenance');
    expect(checkVersionAccess(null, '5.0.9', true)).toEqual({ access: 'maintenance', isBadVersion: true });
  });

  it('allows a build without a valid version', () => {
    expect(checkVersionAccess('5.0.9', 'dev').access).toBe('open');
  });

  it.each([
    ['5.0.1', '5'],
    ['12.3', '12'],
    ['7', '7'],
    ['', ''],
  ])('stores the version info of %s under %s', (version, majorVersion) => {
    expect(majorVersionOf(version)).toBe(majorVersion);
  });
});

describe('access while the page is open', () => {
  const versionInfo = (overrides: Partial<VersionInfo> = {}): VersionInfo => ({
    maintenance: false,
    requiredVersion: '5.0.1',
    ...overrides,
  });

  const startAccessWatch = (shellOptions: Parameters<typeof fakeShell>[0] = {}) => {
    const shell = fakeShell(shellOptions);
    const timers = createManualTimers();
    const { apiClient, store, logEvent } = shell;
    const access = watchAccess({ apiClient, store, logEvent, timers, version: '5.0.1' });
    const emitVersionInfo = (emittedInfo: VersionInfo, versionKey = '5') =>
      shell.change(globalTopic, {
        kind: 'put',
        collection: 'versionInfos',
        key: versionKey,
        value: { key: versionKey, ...emittedInfo },
      });
    return {
      shell,
      timers,
      access,
      emit: emitVersionInfo,
      badVersions: () => shell.recorded.events.filter(({ name }) => name === 'Bad version'),
    };
  };

  it.each<[VersionInfo, string]>([
    [versionInfo(), 'open'],
    [versionInfo({ maintenance: true }), 'maintenance'],
    [versionInfo({ requiredVersion: '5.0.2' }), 'outdated'],
  ])('is unknown until the gateway has answered %j, then %s', async (info, expectedAccess) => {
    const { access } = startAccessWatch({ answers: [answer(getVersionInfo, info)] });
    expect(access.get()).toBe('unknown');
    await waitTurns();
    expect(access.get()).toBe(expectedAccess);
  });

  it('allows access without a reachable gateway, and logs no bad version', async () => {
    const { access, badVersions } = startAccessWatch({ answers: [failAsUnreachable(getVersionInfo)] });
    await waitTurns();
    expect(access.get()).toBe('open');
    expect(badVersions()).toEqual([]);
  });

  it('allows access after three seconds without a response', async () => {
    const { access, timers } = startAccessWatch({ answers: [neverRespond(getVersionInfo)] });
    await waitTurns();
    timers.advance(2_999);
    expect(access.get()).toBe('unknown');
    timers.advance(1);
    expect(access.get()).toBe('open');
  });

  it('follows its own major version live, both ways', async () => {
    const { access, emit } = startAccessWatch({ answers: [answer(getVersionInfo, versionInfo())] });
    await waitTurns();
    emit(versionInfo({ maintenance: true }));
    expect(access.get()).toBe('maintenance');
    emit(versionInfo({ requiredVersion: '5.0.10' }));
    expect(access.get()).toBe('outdated');
    emit(versionInfo());
    expect(access.get()).toBe('open');
    emit(versionInfo({ maintenance: true }), '6');
    expect(access.get()).toBe('open');
  });

  it('opens on a check once the maintenance is over', async () => {
    const { access } = startAccessWatch({
      answers: [answer(getVersionInfo, versionInfo({ maintenance: true }), versionInfo())],
    });
    await waitTurns();
    await access.check();
    expect(access.get()).toBe('open');
  });

  it('keeps access denied when a check fails', async () => {
    const { access, shell } = startAccessWatch({
      answers: [answer(getVersionInfo, versionInfo({ maintenance: true }))],
    });
    await waitTurns();
    shell.use(failAsUnreachable(getVersionInfo));
    await access.check();
    expect(access.get()).toBe('maintenance');
  });

  it('A05 logs a bad version once and allows access', async () => {
    const { access, badVersions, emit } = startAccessWatch({
      answers: [answer(getVersionInfo, versionInfo({ requiredVersion: null }))],
    });
    await waitTurns();
    await access.check();
    expect(access.get()).toBe('open');
    expect(badVersions()).toEqual([{ name: 'Bad version', parameters: { requiredVersion: '' } }]);
    emit(versionInfo({ requiredVersion: 'neu' }));
    expect(access.get()).toBe('open');
    expect(badVersions()).toHaveLength(2);
  });

  it('ignores everything after its stop', async () => {
    const { access, emit, timers } = startAccessWatch({ answers: [answer(getVersionInfo, versionInfo())] });
    await waitTurns();
    access.stop();
    emit(versionInfo({ maintenance: true }));
    expect(access.get()).toBe('open');
    expect(timers.pendingCount()).toBe(0);
  });
});

describe('the cover while access is denied', () => {
  beforeAll(() => {
    // jsdom doesn't implement modal dialogs.
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true;
    };
    HTMLDialogElement.prototype.close = function close() {
      this.open = false;
    };
  });

  const renderAccessHost = (initialAccess: Access | 'unknown') => {
    const access = createObservable<Access | 'unknown'>(initialAccess);
    const pendingChecks: (() => void)[] = [];
    let reloadCount = 0;
    const startCheck = () => new Promise<void>((resolve) => pendingChecks.push(resolve));
    const onReload = () => {
      reloadCount += 1;
    };
    const { unmount } = render(
      <>
        <p>Liste</p>
        <AccessHost access={{ ...access, check: startCheck }} onReload={onReload} />
      </>,
    );
    return {
      set: (nextAccess: Access) => act(() => access.set(nextAccess)),
      checks: pendingChecks,
      reloads: () => reloadCount,
      unmount,
    };
  };

  it.each(['open', 'unknown'] as const)('renders nothing while the access is %s', (access) => {
    renderAccessHost(access);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('shows the maintenance and checks again by its button', async () => {
    const { checks, set } = renderAccessHost('maintenance');
    const maintenanceDialog = screen.getByRole('dialog', { name: 'Kurze Pause' });
    expect(maintenanceDialog).toHaveTextContent('Wir arbeiten gerade an Mahlzeit.');
    const retryButton = screen.getByRole('button', { name: 'Erneut versuchen' });
    await userEvent.click(retryButton);
    expect(checks).toHaveLength(1);
    expect(screen.getByRole('button')).toHaveTextContent('Lädt');
    await act(async () => checks[0]?.());
    expect(screen.getByRole('button', { name: 'Erneut versuchen' })).toBeInTheDocument();
    set('open');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByText('Liste')).toBeInTheDocument();
  });

  it('checks again by itself when the network is back', () => {
    const { checks } = renderAccessHost('maintenance');
    fireEvent(window, new Event('online'));
    expect(checks).toHaveLength(1);
  });

  it('offers an outdated page only a reload', async () => {
    const { reloads } = renderAccessHost('outdated');
    expect(screen.getByRole('dialog', { name: 'Es gibt eine neue Version' })).toBeInTheDocument();
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Neu laden']);
    await userEvent.click(screen.getByRole('button', { name: 'Neu laden' }));
    expect(reloads()).toBe(1);
  });

  it('cannot be cancelled', () => {
    renderAccessHost('maintenance');
    const blockingDialog = screen.getByRole<HTMLDialogElement>('dialog');
    expect(fireEvent.keyDown(blockingDialog, { key: 'Escape' })).toBe(false);
    expect(fireEvent(blockingDialog, new Event('cancel', { cancelable: true }))).toBe(false);
    blockingDialog.open = false;
    fireEvent(blockingDialog, new Event('close'));
    expect(blockingDialog.open).toBe(true);
  });
});
