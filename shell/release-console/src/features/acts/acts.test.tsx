import {
  getReleaseAudit,
  getReleaseHealth,
  getReleases,
  pinRelease,
  promoteRelease,
  rollBackRelease,
  unpinRelease,
} from '@mahlzeit/contract';
import { answer, failAsUnreachable, neverRespond, refuse } from '@mahlzeit/shared-ui/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { openReleases, releaseAnswer } from '../../testing/fake-releases';
import {
  anAct,
  aRelease,
  aReleaseHealth,
  settledFacts,
  trialFacts,
  V0,
  V1,
  V2,
} from '../../testing/fake-release-facts';

type OpenedReleases = ReturnType<typeof openReleases>;

const openAct = async (buttonName: string | RegExp, options: Parameters<typeof openReleases>[0] = {}) => {
  const openedPage = openReleases(options);
  await openedPage.user.click(await screen.findByRole('button', { name: buttonName }));
  return openedPage;
};
const panel = (name: RegExp) => screen.getByRole('group', { name });
const sentActs = ({ releases }: OpenedReleases) => releases.sent.filter(({ method }) => method === 'POST');
const bodiesOf = (openedPage: OpenedReleases): Promise<unknown[]> =>
  Promise.all(sentActs(openedPage).map((request) => request.json()));
const keysOf = (openedPage: OpenedReleases) =>
  sentActs(openedPage).map(({ headers }) => headers.get('Idempotency-Key'));

it('delivers a release to a share after one question that says what happens', async () => {
  const openedPage = await openAct('Freigeben', { answers: [answer(promoteRelease, releaseAnswer(aRelease(V2)))] });
  const { user, releases } = openedPage;
  expect(panel(/für 10\s% freigeben\?$/)).toHaveAccessibleDescription(
    'Jetzt 0\u00a0%, dann 10\u00a0%. Offene Seiten folgen beim nächsten Neuladen.',
  );
  expect(screen.getByText(/für 10\s% freigeben\?$/)).toHaveFocus();
  await user.click(screen.getByRole('radio', { name: '50\u00a0%' }));
  releases.use(answer(getReleaseAudit, [anAct('promote', V2, { share: 50 }), ...settledFacts.acts]));
  await user.click(screen.getByRole('button', { name: 'Für 50\u00a0% freigeben' }));
  expect(await screen.findByText(/bekommen jetzt 50\s%\.$/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Freigeben' })).toHaveFocus();
  expect(await bodiesOf(openedPage)).toEqual([{ version: V2, share: 50 }]);
  expect(screen.getByText(/für 50\s% freigegeben/)).toBeInTheDocument();
});

it('takes a typed share, and refuses what is none', async () => {
  const openedPage = await openAct('Freigeben', { answers: [answer(promoteRelease, releaseAnswer(aRelease(V2)))] });
  const { user } = openedPage;
  await user.click(screen.getByRole('radio', { name: 'Andere Zahl' }));
  await user.type(screen.getByLabelText('Anteil in Prozent'), '101');
  await user.click(within(panel(/freigeben\?$/)).getByRole('button', { name: 'Freigeben' }));
  expect(sentActs(openedPage)).toEqual([]);
  await user.clear(screen.getByLabelText('Anteil in Prozent'));
  await user.type(screen.getByLabelText('Anteil in Prozent'), '33');
  await user.click(screen.getByRole('button', { name: 'Für 33\u00a0% freigeben' }));
  await waitFor(async () => expect(await bodiesOf(openedPage)).toEqual([{ version: V2, share: 33 }]));
});

it('sends one act for a double click', async () => {
  const openedPage = await openAct('Freigeben', { answers: [neverRespond(promoteRelease)] });
  await openedPage.user.dblClick(screen.getByRole('button', { name: /^Für 10/ }));
  expect(sentActs(openedPage)).toHaveLength(1);
});

it('repeats an act whose answer was lost under the same key', async () => {
  const openedPage = await openAct('Freigeben', { answers: [failAsUnreachable(promoteRelease)] });
  const confirm = () => openedPage.user.click(screen.getByRole('button', { name: /^Für 10/ }));
  await confirm();
  expect(await screen.findByText(/^Keine Verbindung/)).toBeInTheDocument();
  openedPage.releases.use(answer(promoteRelease, releaseAnswer(aRelease(V2))));
  await confirm();
  expect(await screen.findByText(/bekommen jetzt 10\s%\.$/)).toBeInTheDocument();
  expect(new Set(keysOf(openedPage)).size).toBe(1);
});

it('shows why an act was refused and what helps, and asks the gateway anew the next time', async () => {
  const problems = [
    {
      code: 'contractUnmet',
      message: 'Die Shell hat den Vertrag 3.0.0.',
      remedy: 'Baue gegen die Shell dieses Servers.',
    },
  ];
  const openedPage = await openAct('Freigeben', { answers: [refuse(promoteRelease, 'releaseRefused', { problems })] });
  const confirm = () => openedPage.user.click(screen.getByRole('button', { name: /^Für 10/ }));
  await confirm();
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Die Shell hat den Vertrag 3.0.0. Baue gegen die Shell dieses Servers.');
  await confirm();
  await waitFor(() => expect(new Set(keysOf(openedPage)).size).toBe(2));
});

it('warns of a release that went back by itself, and forces it', async () => {
  const openedPage = await openAct('Freigeben', {
    answers: [
      answer(getReleaseHealth, [
        aReleaseHealth(V2, { loads: 37, failures: 23, withdrawnAt: Date.parse('2026-06-24T11:41:00+02:00') }),
      ]),
      answer(promoteRelease, releaseAnswer(aRelease(V2))),
    ],
  });
  expect(screen.getByText(/^Zurück seit 11:41: 23 von 60 Besuchen scheiterten/)).toBeInTheDocument();
  await openedPage.user.click(screen.getByRole('button', { name: 'Trotzdem freigeben' }));
  await waitFor(async () => expect(await bodiesOf(openedPage)).toEqual([{ version: V2, share: 10, force: true }]));
});

it('asks again when a release went back just now', async () => {
  const openedPage = await openAct('Freigeben', { answers: [refuse(promoteRelease, 'withdrawn')] });
  await openedPage.user.click(screen.getByRole('button', { name: /^Für 10/ }));
  expect(await screen.findByText('Dieses Release ging inzwischen von selbst zurück.')).toBeInTheDocument();
  await openedPage.user.click(screen.getByRole('button', { name: 'Trotzdem freigeben' }));
  await waitFor(async () =>
    expect(await bodiesOf(openedPage)).toEqual([
      { version: V2, share: 10 },
      { version: V2, share: 10, force: true },
    ]),
  );
});

it('takes back to the release that it names', async () => {
  const openedPage = await openAct('Zurücknehmen auf 2.13.0', {
    answers: [answer(rollBackRelease, releaseAnswer(aRelease(V0)))],
  });
  expect(panel(/zurücknehmen\?$/)).toHaveAccessibleName(`Auf ${V0} zurücknehmen?`);
  await openedPage.user.click(within(panel(/zurücknehmen\?$/)).getByRole('button', { name: 'Zurücknehmen' }));
  expect(await screen.findByText(`${V0} bekommen wieder alle.`)).toBeInTheDocument();
  expect(await bodiesOf(openedPage)).toEqual([{ version: V0 }]);
});

it('says that a trial has ended, although the page then shows another release', async () => {
  const openedPage = await openAct('Zurücknehmen auf 2.14.0', {
    answers: [
      answer(getReleases, [...trialFacts.releases]),
      answer(getReleaseAudit, [...trialFacts.acts]),
      answer(rollBackRelease, releaseAnswer(aRelease(V1))),
    ],
  });
  const { user, releases } = openedPage;
  releases.use(
    answer(getReleases, [aRelease(V2), aRelease(V1, { channels: [{ channel: 'stable', share: 100 }] }), aRelease(V0)]),
    answer(getReleaseAudit, [anAct('rollback', V1), ...trialFacts.acts]),
  );
  await user.click(within(panel(/zurücknehmen\?$/)).getByRole('button', { name: 'Zurücknehmen' }));
  expect(await screen.findByText(`${V1} bekommen wieder alle.`)).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 2, name: /^mf-social 2\.14\.0/ })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Zurücknehmen/ })).toHaveFocus();
});

it('forgets a question about a release when another one is chosen', async () => {
  const { user } = await openAct('Freigeben');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Späteres Release' }), V0);
  expect(screen.queryByRole('group', { name: /freigeben\?$/ })).not.toBeInTheDocument();
});

it('pins what everybody gets, and releases the pin', async () => {
  const openedPage = await openAct('Festhalten', { answers: [answer(pinRelease, releaseAnswer(aRelease(V1)))] });
  const { user, releases } = openedPage;
  await user.click(within(panel(/festhalten\?$/)).getByRole('button', { name: 'Festhalten' }));
  expect(await screen.findByText(`${V1} ist festgehalten.`)).toBeInTheDocument();
  expect(await bodiesOf(openedPage)).toEqual([{ version: V1 }]);
  const [newest = aRelease(V2), present = aRelease(V1), ...others] = settledFacts.releases;
  releases.use(
    answer(getReleases, [newest, { ...present, isPinned: true }, ...others]),
    answer(unpinRelease, releaseAnswer(aRelease(V1))),
  );
  releases.advance(5_000);
  await user.click(await screen.findByRole('button', { name: 'Lösen' }));
  await user.click(within(panel(/lösen\?$/)).getByRole('button', { name: 'Lösen' }));
  expect(await screen.findByText(`${V1} ist gelöst.`)).toBeInTheDocument();
});

it('does nothing when the question is cancelled, and the focus goes back', async () => {
  const openedPage = await openAct('Freigeben');
  await openedPage.user.keyboard('{Escape}');
  expect(screen.queryByRole('group', { name: /freigeben\?$/ })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Freigeben' })).toHaveFocus();
  await openedPage.user.click(screen.getByRole('button', { name: 'Freigeben' }));
  await openedPage.user.click(screen.getByRole('button', { name: 'Abbrechen' }));
  expect(screen.getByRole('button', { name: 'Freigeben' })).toHaveFocus();
  expect(sentActs(openedPage)).toEqual([]);
});
