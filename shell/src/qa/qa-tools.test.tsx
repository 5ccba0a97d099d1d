/** @page */
import type { PageOverrides } from '@mahlzeit/contract';
import { aRegistryRemote } from '@mahlzeit/contract/fixtures';
import { createObservable } from '@mahlzeit/shared-ui/platform';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { changesOf } from './page-changes';
import { QaTools } from './qa-tools';
import type { RemoteState } from './remote-states';
import type { TestActions } from './test-actions';
import type { TestSettings } from './test-settings';

const CANDIDATE_VERSION = '5.1.0+abcdef012345';
const CURRENT_VERSION = '5.0.1+0123456789ab';

interface ToolsOptions {
  readonly overrides?: PageOverrides['remotes'];
  readonly settings?: Partial<TestSettings>;
  readonly sandboxUrl?: string | null;
  readonly states?: Readonly<Record<string, RemoteState>>;
}

const showTools = ({ overrides = [], settings = {}, sandboxUrl = null, states = {} }: ToolsOptions = {}) => {
  const calls: string[] = [];
  const recordCallOf =
    (name: string) =>
    (...values: readonly unknown[]): void =>
      void calls.push([name, ...values].join(' '));
  const actions: TestActions = {
    showRelease: recordCallOf('showRelease'),
    setFault: recordCallOf('setFault'),
    setLatency: recordCallOf('setLatency'),
    resetRemote: recordCallOf('resetRemote'),
    resetAll: recordCallOf('resetAll'),
  };
  const pageOverrides = {
    expiresInMs: overrides.length === 0 ? null : 52 * 60_000,
    remotes: [...overrides],
    sandboxUrl,
  };
  const wholeSettings = { faults: {}, latencyMs: 0, isPanelOpen: true, ...settings };
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(
    Response.json([
      {
        name: 'mf-social',
        releases: [
          { version: CANDIDATE_VERSION, publishedAt: 2, channels: ['beta'] },
          { version: CURRENT_VERSION, publishedAt: 1, channels: ['stable'] },
        ],
      },
    ]),
  );
  render(
    <QaTools
      overrides={pageOverrides}
      remotes={[aRegistryRemote({ name: 'mf-social', version: CURRENT_VERSION, screens: ['contacts', 'chat'] })]}
      screenLabel={(key) => ({ contacts: 'Kontakte', chat: 'Chat' })[key] ?? null}
      now={() => Date.parse('2026-06-24T11:30:00+02:00')}
      settings={wholeSettings}
      changes={changesOf(pageOverrides, wholeSettings)}
      states={createObservable<ReadonlyMap<string, RemoteState>>(new Map(Object.entries(states)))}
      isPanelOpen={createObservable(wholeSettings.isPanelOpen)}
      actions={actions}
    />,
  );
  return { calls, user: userEvent.setup(), timers: createManualTimers() };
};

afterEach(() => jest.restoreAllMocks());

const findBetaOption = () => screen.findByRole('option', { name: '5.1.0+abcdef · beta' });

const social = () => within(screen.getByRole('region', { name: 'mf-social' }));

it('shows each remote with its screens, its state and the releases to choose from', async () => {
  const { calls, user } = showTools({ states: { 'mf-social': 'loaded' } });
  expect(social().getByText('Kontakte, Chat')).toBeVisible();
  expect(social().getByText('geladen')).toBeVisible();
  await user.selectOptions(
    social().getByRole('combobox', { name: 'Version von mf-social' }),
    await screen.findByRole('option', { name: '5.1.0+abcdef · beta' }),
  );
  expect(calls).toEqual([`showRelease mf-social ${CANDIDATE_VERSION}`]);
  expect(social().getByRole('option', { name: '5.0.1+012345 · stable', selected: true })).toBeVisible();
});

it('takes a remote out of the page and back, triggers faults, delays and resets', async () => {
  const { calls, user } = showTools();
  await user.click(social().getByRole('switch', { name: 'mf-social in dieser Seite' }));
  await user.click(social().getByRole('button', { name: /kein Fehler/ }));
  for (const fault of ['503', 'langsam', 'wirft']) await user.click(social().getByRole('radio', { name: fault }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Netz' }), '+ 400 ms');
  await user.click(social().getByRole('button', { name: 'mf-social zurücksetzen' }));
  await user.click(screen.getByRole('button', { name: 'Alles zurücksetzen' }));
  expect(calls).toEqual([
    'showRelease mf-social off',
    'setFault mf-social unavailable',
    'setFault mf-social slow',
    'setFault mf-social throws',
    'setLatency 400',
    'resetRemote mf-social',
    'resetAll',
  ]);
});

it('says what differs from the page of guests, also when the panel is closed', async () => {
  const { calls, user } = showTools({
    overrides: [
      { name: 'mf-social', value: CANDIDATE_VERSION, outcome: 'release' },
      { name: 'mf-account', value: 'off', outcome: 'off' },
    ],
    settings: { faults: { 'mf-ordering': 'unavailable' }, latencyMs: 400, isPanelOpen: false },
  });
  const badge = within(screen.getByRole('region', { name: 'Hinweis für QA' }));
  expect(badge.getByText(/Nicht wie bei Gästen/).parentElement).toHaveTextContent(
    'Nicht wie bei Gästen: 3 Teile und das Netz geändert',
  );
  await user.click(badge.getByRole('button', { name: 'Zurücksetzen' }));
  expect(calls).toEqual(['resetAll']);
  await user.click(badge.getByRole('button', { name: /Teile dieser Seite zeigen/ }));
  expect(screen.getByText('QA, gilt nur in diesem Browser, noch 52 Min.')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Teile dieser Seite' })).toHaveFocus();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('heading', { name: 'Teile dieser Seite' })).toBeNull();
  expect(badge.getByRole('button', { name: /Teile dieser Seite zeigen/ })).toHaveFocus();
});

it('shows no badge on the page that guests get', () => {
  showTools({
    overrides: [{ name: 'mf-social', value: '9.9.9', outcome: 'unknownRelease' }],
    settings: { isPanelOpen: false },
  });
  expect(screen.queryByRole('region', { name: 'Hinweis für QA' })).toBeNull();
});

it('says that a release does not exist', async () => {
  showTools({ overrides: [{ name: 'mf-social', value: '9.9.9', outcome: 'unknownRelease' }] });
  expect(social().getByText('mf-social: Die Version 9.9.9 gibt es hier nicht. Du siehst die von allen.')).toBeVisible();
  await findBetaOption();
});

it('moves the clock where there is a sandbox', async () => {
  const { user } = showTools({ sandboxUrl: 'http://localhost:4100' });
  expect(screen.getByLabelText('Tag und Zeit')).toHaveValue('2026-06-24T11:30');
  await user.click(screen.getByRole('button', { name: 'Stellen' }));
  expect(fetch).toHaveBeenLastCalledWith(
    new URL('http://localhost:4100/clock'),
    expect.objectContaining({ body: `{"now":${Date.parse('2026-06-24T11:30:00+02:00')},"force":true}` }),
  );
  expect(await screen.findByText('Die Uhr ist gestellt.')).toBeVisible();
});

it('has no clock without a sandbox', async () => {
  showTools();
  await findBetaOption();
  expect(screen.queryByLabelText('Tag und Zeit')).toBeNull();
});
