import { decideReport, getDecidedReports, getModerator, getOpenReports } from '@mahlzeit/contract';
import type { OpenReport } from '@mahlzeit/contract';
import { aDecidedReport, anOpenReport } from '@mahlzeit/contract/fixtures';
import { answer, failAsUnreachable, neverRespond, refuse } from '@mahlzeit/shared-ui/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { MODERATION_TOKEN_KEY, openModeration } from '../testing/fake-moderation';

const PAUSE_MS = 5_000;

const [insult, advert, portrait] = [
  anOpenReport({ key: 'a', context: 'Mit dir isst doch niemand.' }),
  anOpenReport({ key: 'b', context: 'Kauf das', reason: 'spam', text: '' }),
  anOpenReport({ key: 'c', kind: 'picture', context: '/media/avatar/x.webp', reason: 'illegal' }),
];

const withReports = (...reports: readonly OpenReport[]) => ({ answers: [answer(getOpenReports, [...reports])] });
const findDetail = () => screen.findByRole('region', { name: 'Einzelheiten der Meldung' });
const press = (name: string | RegExp) => screen.getByRole('button', { name });
/** Finds the button that confirms the decision in the open dialog. */
const confirmButton = (name: string) =>
  within(screen.getByRole('group', { name: /\?$/ })).getByRole('button', { name });
const rowOf = (key: string) => document.querySelector(`[data-report="${key}"]`);
const decisionsIn = async (sent: readonly Request[]) =>
  Promise.all(
    sent
      .filter(({ method }) => method === 'POST')
      .map(async (request) => [new URL(request.url).pathname, await request.clone().json()]),
  );

describe('signing in', () => {
  it('keeps the token on this device until somebody signs out', async () => {
    const { moderation, user } = openModeration({ storage: {} });
    await user.type(screen.getByLabelText('Schlüssel der Moderation'), ' schluessel ');
    await user.click(press('Anmelden'));
    expect(await screen.findByText('Angemeldet als lena')).toBeInTheDocument();
    expect(moderation.stored.get(MODERATION_TOKEN_KEY)).toBe('schluessel');
    await user.click(press('Abmelden'));
    expect(screen.getByLabelText('Schlüssel der Moderation')).toBeInTheDocument();
    expect(moderation.stored.size).toBe(0);
  });

  it('says that a token is wrong, and shows nothing after it was revoked', async () => {
    const { moderation } = openModeration({ answers: [answer(getOpenReports, [insult])] });
    await findDetail();
    moderation.use(refuse(getOpenReports, 'unauthenticated'));
    moderation.advance(PAUSE_MS);
    expect(await screen.findByText(/gilt nicht oder nicht mehr/)).toBeInTheDocument();
    expect(screen.queryByText(insult.context)).not.toBeInTheDocument();
  });

  it('says that too many wrong tokens came from here', async () => {
    openModeration({ answers: [refuse(getModerator, 'ErrorTooManyAttempts')] });
    expect(await screen.findByText(/Warte eine Minute/)).toBeInTheDocument();
  });
});

describe('the queue', () => {
  it('says that there is nothing to decide', async () => {
    openModeration();
    expect(await screen.findByRole('heading', { name: 'Nichts zu entscheiden' })).toBeInTheDocument();
    expect(document.title).toBe('Mahlzeit Moderation');
  });

  it('shows the oldest report first, and the next ones by themselves', async () => {
    const { moderation } = openModeration(withReports(insult));
    expect(within(await findDetail()).getByText(insult.context)).toBeInTheDocument();
    moderation.use(answer(getOpenReports, [insult, advert]));
    moderation.advance(PAUSE_MS);
    await waitFor(() => expect(rowOf('b')).toHaveTextContent('Werbung oder Betrug'));
    expect(rowOf('a')).toHaveAttribute('aria-current', 'true');
    expect(press('Offen (2)')).toBeInTheDocument();
    expect(document.title).toBe('(2) Mahlzeit Moderation');
  });

  it('reads further pages when the moderator asks for them', async () => {
    const manyReports = Array.from({ length: 50 }, (_, index) => anOpenReport({ key: `r${index}` }));
    const { moderation, user } = openModeration({
      answers: [answer(getOpenReports, manyReports, manyReports, [anOpenReport({ key: 'last' })])],
    });
    expect(await screen.findByRole('button', { name: 'Offen (50+)' })).toBeInTheDocument();
    await user.click(press('Weitere zeigen'));
    expect(await screen.findByRole('button', { name: 'Offen (51)' })).toBeInTheDocument();
    expect(moderation.sent.map(({ url }) => new URL(url).search)).toContain('?after=r49&limit=50');
  });

  it('says that it is loading, that loading has failed, and from when the list is', async () => {
    const { moderation, user } = openModeration({ answers: [neverRespond(getOpenReports)] });
    expect(await screen.findByText('Die Meldungen werden geladen')).toBeInTheDocument();
    moderation.use(failAsUnreachable(getOpenReports));
    moderation.advance(15_000);
    expect(await screen.findByRole('heading', { name: /gerade nicht laden/ })).toBeInTheDocument();
    moderation.use(answer(getOpenReports, [insult]));
    await user.click(press('Erneut versuchen'));
    await findDetail();
    moderation.use(failAsUnreachable(getOpenReports));
    moderation.advance(PAUSE_MS);
    expect(await screen.findByText(/Du siehst den Stand von/)).toBeInTheDocument();
    await user.click(press(/^Abweisen/));
    expect(confirmButton('Abweisen')).toHaveAttribute('aria-disabled', 'true');
  });

  it('is walked through by keys, which do nothing while somebody writes', async () => {
    const { user } = openModeration(withReports(insult, advert, portrait));
    await findDetail();
    const chosenKey = () => document.querySelector('[aria-current]')?.getAttribute('data-report');
    await user.keyboard('j');
    await waitFor(() => expect(chosenKey()).toBe('b'));
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(chosenKey()).toBe('c'));
    await user.keyboard('k');
    await waitFor(() => expect(chosenKey()).toBe('b'));
    await user.keyboard('a');
    await user.type(screen.getByLabelText('Begründung (wenn du magst)'), 'ja, kein Spam');
    expect([chosenKey(), screen.getByLabelText('Begründung (wenn du magst)')]).toEqual([
      'b',
      expect.objectContaining({ value: 'ja, kein Spam' }),
    ]);
  });

  it('is a step of its own in a narrow window, and the focus follows', async () => {
    const { user } = openModeration(withReports(insult, advert), { isWide: false });
    await waitFor(() => expect(rowOf('b')).not.toBeNull());
    expect(screen.queryByRole('region', { name: /^Einzelheiten/ })).not.toBeInTheDocument();
    await user.click(screen.getByText('Kauf das'));
    const detail = await findDetail();
    expect(within(detail).getByRole('heading', { level: 2 })).toHaveFocus();
    await user.click(screen.getByRole('link', { name: 'Alle Meldungen' }));
    await waitFor(() => expect(rowOf('b')).toHaveFocus());
  });
});

describe('a report', () => {
  it('shows reported texts as text, without links', async () => {
    const context = '<b>Hallo</b> https://boese.example/x';
    openModeration(withReports(anOpenReport({ context })));
    const detail = await findDetail();
    expect(within(detail).getByText(context)).toBeInTheDocument();
    expect(within(detail).queryByRole('link')).not.toBeInTheDocument();
  });

  it('blurs a picture until it is pressed', async () => {
    const { user } = openModeration(withReports(portrait));
    const detail = await findDetail();
    const filterOf = (picture: HTMLElement) => getComputedStyle(picture).filter;
    expect(filterOf(within(detail).getByRole('img', { name: /unkenntlich gemacht/ }))).toContain('blur');
    await user.click(press('Bild zeigen'));
    expect(filterOf(within(detail).getByRole('img', { name: 'Gemeldetes Profilbild' }))).not.toContain('blur');
    fireEvent.error(within(detail).getByRole('img'));
    expect(within(detail).getByText('Das gemeldete Bild gibt es nicht mehr.')).toBeInTheDocument();
  });

  it('loads no picture from elsewhere', async () => {
    openModeration(withReports({ ...portrait, context: '//boese.example/x.png' }));
    const detail = await findDetail();
    expect(within(detail).getByText('//boese.example/x.png')).toBeInTheDocument();
    expect(within(detail).queryByRole('img')).not.toBeInTheDocument();
  });

  it('tells what has become of it, and how often it was reported', async () => {
    openModeration(
      withReports(
        anOpenReport({
          ...{ kind: 'user', context: 'Dr. Wichtig', contentState: 'changed', changedName: 'Erika' },
          ...{ accountState: 'disabled', sameContentCount: 2, samePersonCount: 5 },
        }),
      ),
    );
    const detail = within(await findDetail());
    for (const expectedText of [
      'Die Person heißt inzwischen „Erika“.',
      'Das Konto ist schon gesperrt.',
      '2 offene Meldungen zum selben Inhalt',
      '5 Meldungen über dieselbe Person, auch schon entschiedene',
    ])
      expect(detail.getByText(expectedText)).toBeInTheDocument();
    expect(detail.queryByRole('button', { name: /entfernen/ })).not.toBeInTheDocument();
  });
});

describe('a decision', () => {
  it('asks once, is sent once however often it is pressed, and leads to the next report', async () => {
    const { moderation, user } = openModeration({
      answers: [answer(getOpenReports, [insult, advert]), answer(decideReport, { closedKeys: ['a'] })],
    });
    await findDetail();
    await user.click(press(/^Nachricht entfernen/));
    expect(await decisionsIn(moderation.sent)).toEqual([]);
    expect(screen.getByText(/lässt sich nicht zurückholen/)).toBeInTheDocument();
    await user.dblClick(confirmButton('Entfernen'));
    expect(await screen.findByText('Entfernt. Die Meldung ist entschieden.')).toBeInTheDocument();
    expect(await decisionsIn(moderation.sent)).toEqual([
      ['/api/moderation/reports/a/decision', { decision: 'remove' }],
    ]);
    const detail = await findDetail();
    expect(within(detail).getByText('Kauf das')).toBeInTheDocument();
    expect(within(detail).getByRole('heading', { level: 2 })).toHaveFocus();
    expect(screen.queryByText(/schon jemand entschieden/)).not.toBeInTheDocument();
  });

  it('dismisses with the note, and ends in an empty queue', async () => {
    const { moderation, user } = openModeration({
      answers: [answer(getOpenReports, [advert]), answer(decideReport, { closedKeys: ['b'] })],
    });
    await findDetail();
    await user.keyboard('a');
    await user.type(screen.getByLabelText('Begründung (wenn du magst)'), ' Ist erlaubt. ');
    await user.click(confirmButton('Abweisen'));
    expect(await screen.findByRole('heading', { name: 'Nichts zu entscheiden' })).toBeInTheDocument();
    expect(await decisionsIn(moderation.sent)).toEqual([
      ['/api/moderation/reports/b/decision', { decision: 'dismiss', note: 'Ist erlaubt.' }],
    ]);
  });

  it('is cancelled by Escape, and the focus goes back to its button', async () => {
    const { user } = openModeration(withReports(insult));
    await findDetail();
    await user.keyboard('s');
    expect(screen.getByText('Konto sperren?')).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Konto sperren?')).not.toBeInTheDocument();
    expect(press(/^Konto sperren/)).toHaveFocus();
  });

  it('says that somebody else was faster, and goes on', async () => {
    const { user } = openModeration({
      answers: [answer(getOpenReports, [insult, advert]), refuse(decideReport, 'reportUnknown')],
    });
    await findDetail();
    await user.click(press(/^Nachricht entfernen/));
    await user.click(confirmButton('Entfernen'));
    expect(await screen.findByText(/schon jemand entschieden/)).toBeInTheDocument();
    expect(within(await findDetail()).getByText('Kauf das')).toBeInTheDocument();
  });

  it('of somebody else on the chosen report is told, and the next report follows in its place', async () => {
    const { moderation, user } = openModeration(withReports(insult, advert, portrait));
    await findDetail();
    await user.click(screen.getByText('Kauf das'));
    moderation.use(answer(getOpenReports, [insult, portrait]));
    moderation.advance(PAUSE_MS);
    expect(await screen.findByText(/schon jemand entschieden/)).toBeInTheDocument();
    await waitFor(() => expect(rowOf('c')).toHaveAttribute('aria-current', 'true'));
  });

  it('closes a report of which nothing is left', async () => {
    const { user } = openModeration({
      answers: [
        answer(getOpenReports, [anOpenReport({ key: 'a', contentState: 'gone' })]),
        refuse(decideReport, 'alreadyGone'),
      ],
    });
    await findDetail();
    await user.click(press(/^Nachricht entfernen/));
    await user.click(confirmButton('Meldung schließen'));
    expect(await screen.findByText('Davon war nichts mehr da. Die Meldung ist geschlossen.')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Nichts zu entscheiden' })).toBeInTheDocument();
  });

  it('that was lost on its way is sent again under the same key', async () => {
    const { moderation, user } = openModeration({
      answers: [answer(getOpenReports, [insult]), failAsUnreachable(decideReport)],
    });
    await findDetail();
    await user.click(press(/^Konto sperren/));
    await user.click(confirmButton('Konto sperren'));
    expect(await screen.findByText(/Verbindung/)).toBeInTheDocument();
    moderation.use(answer(decideReport, { closedKeys: ['a'] }));
    await user.click(confirmButton('Konto sperren'));
    expect(await screen.findByText('Konto gesperrt. Die Meldung ist entschieden.')).toBeInTheDocument();
    const keys = moderation.sent.flatMap(({ headers }) => headers.get('Idempotency-Key') ?? []);
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
  });
});

describe('decided reports', () => {
  it('are listed with who has decided, and are read only while they are shown', async () => {
    const { moderation, user } = openModeration({
      answers: [
        answer(getDecidedReports, [
          aDecidedReport({ decidedBy: 'omar' }),
          aDecidedReport({ key: 'x', state: 'removed', decidedBy: null, note: '' }),
        ]),
      ],
    });
    await screen.findByRole('heading', { name: 'Nichts zu entscheiden' });
    const countReads = () => moderation.requests.filter((line) => line.includes('/decisions')).length;
    expect(countReads()).toBe(0);
    await user.click(press('Entschieden'));
    const rows = within(await screen.findByRole('list', { name: 'Entschiedene Meldungen' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/abgewiesen.*Begründung: Das ist unter Kollegen noch erlaubt\..*Heute, 11:25 · omar$/),
      expect.stringMatching(/entfernt.*npm run moderate$/),
    ]);
    await user.click(press('Offen'));
    const readCount = countReads();
    moderation.advance(3 * PAUSE_MS);
    expect(countReads()).toBe(readCount);
  });

  it('says that nothing was decided yet', async () => {
    const { user } = openModeration();
    await user.click(await screen.findByRole('button', { name: 'Entschieden' }));
    expect(await screen.findByRole('heading', { name: 'Noch nichts entschieden' })).toBeInTheDocument();
  });
});
