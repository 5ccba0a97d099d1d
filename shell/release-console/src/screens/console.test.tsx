import { getRegistry, getReleaseAudit, getReleaseHealth, getReleases, getReleaseToken } from '@mahlzeit/contract';
import { aPageRegistry } from '@mahlzeit/contract/fixtures';
import { answer, failAsUnreachable, neverRespond, refuse } from '@mahlzeit/shared-ui/testing';
import { screen, within } from '@testing-library/react';
import { openReleases, RELEASE_TOKEN_KEY } from '../testing/fake-releases';
import {
  anAct,
  aRelease,
  aReleaseHealth,
  FIXTURE_NOW,
  MINUTE_MS,
  settledFacts,
  trialFacts,
  V0,
  V1,
  V2,
} from '../testing/fake-release-facts';

const PAUSE_MS = 5_000;

const findRow = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) });
const detailOf = (name: string) => screen.findByRole('region', { name: `Einzelheiten zu ${name}` });

describe('signing in', () => {
  const enterToken = async (token: string, answers: Parameters<typeof openReleases>[0] = {}) => {
    const opened = openReleases({ storage: {}, ...answers });
    if (token !== '') await opened.user.type(screen.getByLabelText('Schlüssel deines Teams'), token);
    await opened.user.click(screen.getByRole('button', { name: 'Anmelden' }));
    return opened;
  };

  it('keeps the token on this device until somebody signs out', async () => {
    const { releases, user } = await enterToken(' mzr_schluessel ');
    expect(await screen.findByText('social-ci · du bewegst nur mf-social')).toBeInTheDocument();
    expect(releases.stored.get(RELEASE_TOKEN_KEY)).toBe('mzr_schluessel');
    await user.click(screen.getByRole('button', { name: 'Abmelden' }));
    expect(screen.getByLabelText('Schlüssel deines Teams')).toBeInTheDocument();
    expect(releases.stored.size).toBe(0);
  });

  it('says that a token is wrong or revoked', async () => {
    const { releases } = await enterToken('mzr_falsch', { answers: [refuse(getReleaseToken, 'unauthenticated')] });
    expect(await screen.findByText(/gilt nicht oder nicht mehr/)).toBeInTheDocument();
    expect(releases.stored.size).toBe(0);
  });

  it('asks for a token without one', async () => {
    const { releases } = await enterToken('');
    expect(screen.getByText('Gib den Schlüssel deines Teams ein.')).toBeInTheDocument();
    expect(releases.requests).toEqual([]);
  });

  it('tells an operator that the token moves all', async () => {
    openReleases({ answers: [answer(getReleaseToken, { name: 'betrieb', remote: null })] });
    expect(await screen.findByText('betrieb · du bewegst alle Teile')).toBeInTheDocument();
  });

  it('keeps the token while the gateway cannot be reached, and tries again', async () => {
    const { releases, user } = openReleases({ answers: [failAsUnreachable(getReleaseToken)] });
    expect(await screen.findByRole('heading', { name: /gerade nicht laden/ })).toBeInTheDocument();
    releases.use(answer(getReleaseToken, { name: 'social-ci', remote: 'mf-social' }));
    await user.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    expect(await findRow('mf-social')).toBeInTheDocument();
  });

  it('is led back to when the token is revoked while the page is open', async () => {
    const { releases } = openReleases();
    await findRow('mf-social');
    releases.use(refuse(getReleases, 'unauthenticated'));
    releases.advance(PAUSE_MS);
    expect(await screen.findByText(/gilt nicht oder nicht mehr/)).toBeInTheDocument();
    expect(screen.queryByText('mf-social')).not.toBeInTheDocument();
  });
});

describe('what runs where', () => {
  it('shows each remote with its channels, its share and the failures of the last hour', async () => {
    openReleases({
      answers: [
        answer(getReleases, [...trialFacts.releases]),
        answer(getReleaseAudit, [...trialFacts.acts]),
        answer(getReleaseHealth, [
          aReleaseHealth(V2, {
            visitors: 60,
            loads: 57,
            recent: [{ at: FIXTURE_NOW - MINUTE_MS, loads: 57, failures: 3 }],
          }),
        ]),
      ],
    });
    const cells = within(await findRow('mf-social')).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      `stable${V1}`,
      'beta–keins',
      `Anteil10\u00a0%${V2}`,
      'Fehler, letzte Stunde3 von 60',
    ]);
    const table = within(screen.getByRole('table', { name: 'Was läuft' }));
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Teil',
      'stable',
      'beta',
      'Anteil',
      'Fehler, letzte Stunde',
    ]);
    expect(screen.getByText('1 von 1 gesund')).toBeInTheDocument();
  });

  it('shows of another team what every visitor gets, and no acts', async () => {
    const { user } = openReleases();
    expect(within(await findRow('mf-account')).getByText('sieht nur das Team')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'mf-account' }));
    const detail = await detailOf('mf-account');
    expect(within(detail).getByText(/bewegt ein anderes Team/)).toBeInTheDocument();
    expect(within(detail).queryByRole('button')).not.toBeInTheDocument();
  });

  it('counts a release that went back as unhealthy, and says why', async () => {
    openReleases({
      answers: [
        answer(getReleaseHealth, [aReleaseHealth(V2, { loads: 37, failures: 23, withdrawnAt: FIXTURE_NOW })]),
        answer(getReleaseAudit, [anAct('withdraw', V2, { by: 'gateway' })]),
      ],
    });
    const row = within(await findRow('mf-social'));
    expect(row.getAllByText('ging zurück')).toHaveLength(2);
    expect(within(await detailOf('mf-social')).getByText('ging zurück')).toBeInTheDocument();
    expect(screen.getByText('0 von 1 gesund')).toBeInTheDocument();
    expect(screen.getByText('von selbst').closest('li')).toHaveTextContent('23 von 60 Besuchen scheiterten.');
  });

  it('says in words that the release of all fails too often', async () => {
    openReleases({ answers: [answer(getReleaseHealth, [aReleaseHealth(V1, { loads: 37, failures: 23 })])] });
    expect(within(await findRow('mf-social')).getByText('scheitert zu oft')).toBeInTheDocument();
    expect(screen.getByText('0 von 1 gesund')).toBeInTheDocument();
  });

  it('shows the history twenty acts at a time, and says when there is none', async () => {
    const manyActs = Array.from({ length: 45 }, (_, index) =>
      anAct('promote', V1, { at: FIXTURE_NOW - index * MINUTE_MS }),
    );
    const { releases, user } = openReleases({ answers: [answer(getReleaseAudit, manyActs)] });
    const history = await screen.findByRole('region', { name: 'Verlauf' });
    expect(within(history).getAllByRole('listitem')).toHaveLength(20);
    for (const expectedCount of [40, 45]) {
      await user.click(within(history).getByRole('button', { name: 'Ältere zeigen' }));
      expect(within(history).getAllByRole('listitem')).toHaveLength(expectedCount);
    }
    expect(within(history).queryByRole('button')).not.toBeInTheDocument();
    releases.use(answer(getReleaseAudit, []));
    releases.advance(PAUSE_MS);
    expect(await within(history).findByText('Noch ist nichts passiert.')).toBeInTheDocument();
  });

  it('offers two hundred releases for comparison', async () => {
    const manyReleases = Array.from({ length: 200 }, (_, index) => aRelease(`9.9.${index}+${'a'.repeat(100)}`));
    openReleases({ answers: [answer(getReleases, manyReleases)] });
    const select = await screen.findByRole('combobox', { name: 'Späteres Release' });
    expect(within(select).getAllByRole('option')).toHaveLength(200);
  });

  it('says that there is nothing yet', async () => {
    openReleases({
      answers: [
        answer(getReleaseToken, { name: 'betrieb', remote: null }),
        answer(getReleases, []),
        answer(getRegistry, aPageRegistry({ remotes: [] })),
      ],
    });
    expect(await screen.findByRole('heading', { name: 'Noch kein Release' })).toBeInTheDocument();
  });

  it('says what a team without a release does first', async () => {
    openReleases({ answers: [answer(getReleases, []), refuse(getReleaseAudit, 'notFound')] });
    expect(await screen.findByText(/gibt es noch kein Release/)).toBeInTheDocument();
  });

  it('says that it is loading, and that loading has failed', async () => {
    const { releases } = openReleases({ answers: [neverRespond(getReleases)] });
    expect(await screen.findByText('Die Releases werden geladen')).toBeInTheDocument();
    releases.use(failAsUnreachable(getReleases));
    releases.advance(15_000);
    expect(await screen.findByRole('heading', { name: /gerade nicht laden/ })).toBeInTheDocument();
  });

  it('keeps what it last knew without a connection, and says from when it is', async () => {
    const { releases, user } = openReleases();
    await findRow('mf-social');
    releases.use(failAsUnreachable(getRegistry));
    releases.advance(PAUSE_MS);
    expect(await screen.findByText(/Du siehst den Stand von/)).toBeInTheDocument();
    releases.use(neverRespond(getRegistry));
    await user.click(screen.getByRole('button', { name: 'Jetzt versuchen' }));
    expect(screen.getByRole('button', { name: /Jetzt versuchen/ })).toHaveAttribute('data-busy', 'true');
    expect(await findRow('mf-social')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Freigeben' }));
    const confirmButton = screen.getByRole('button', { name: /^Für 10/ });
    expect(confirmButton).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByText('Ohne Verbindung geht das nicht. Wir versuchen es weiter.')).toBeInTheDocument();
  });
});

describe('the chosen remote', () => {
  it('tells health against the former release in words, with the limit', async () => {
    openReleases({
      answers: [answer(getReleaseHealth, [aReleaseHealth(V2, { failures: 5, loads: 495 }), aReleaseHealth(V1)])],
    });
    const plot = await screen.findByRole('img', { name: /Fehler je 1\.000 Besuche/ });
    expect(plot).toHaveAccessibleName(
      expect.stringContaining(`${V2}: 5 von 500 Besuchen scheiterten. ${V1}: 3 von 1.000 Besuchen scheiterten.`),
    );
    expect(screen.getByText('Geht von selbst zurück ab 20 Fehlern und über 30 je 1.000.')).toBeInTheDocument();
  });

  it('compares any two releases', async () => {
    const { user } = openReleases();
    const diff = () => within(screen.getByRole('table', { name: '' }));
    expect(await screen.findByRole('rowheader', { name: 'Größe' })).toBeInTheDocument();
    expect(diff().getByRole('row', { name: /^Bild/ })).toHaveTextContent('vote');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Früheres Release' }), V0);
    expect(await screen.findByRole('columnheader', { name: /^2\.13\.0/ })).toBeInTheDocument();
    await user.click(screen.getByText('1 Datei zeigen'));
    expect(screen.getByText('chat.js')).toBeVisible();
  });

  it('keeps the chosen versions while the page reads again', async () => {
    const { releases, user } = openReleases();
    const select = await screen.findByRole('combobox', { name: 'Späteres Release' });
    await user.selectOptions(select, V0);
    releases.use(
      answer(
        getReleases,
        [...settledFacts.releases].map((release) => ({ ...release, bytes: 1 })),
      ),
    );
    releases.advance(PAUSE_MS);
    expect(select).toHaveValue(V0);
  });

  it('is a step of its own in a narrow window, and the focus follows', async () => {
    const { user } = openReleases({}, { isWide: false });
    await findRow('mf-social');
    expect(screen.queryByRole('region', { name: /^Einzelheiten/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'mf-social' }));
    const detail = await detailOf('mf-social');
    expect(within(detail).getByRole('heading', { level: 2 })).toHaveFocus();
    expect(screen.queryByRole('table', { name: 'Was läuft' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Alle Teile' }));
    expect(await screen.findByRole('link', { name: 'mf-social' })).toHaveFocus();
  });
});
