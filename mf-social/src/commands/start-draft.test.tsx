import { isUnsentDraftDated, isDraftUnsent } from '../features/invitation-draft';
import type { InvitationDraft } from '../features/invitation-draft';
import declaration from '../remote';
import { currentDraftOf, shellWithDraft, completeDraft } from '../testing/fake-draft-shell';
import startDraft from './start-draft';

afterEach(() => window.sessionStorage.clear());

const startDraftWith = (draftInput: Partial<Parameters<typeof startDraft>[0]>, shell = shellWithDraft(null)) =>
  startDraft({ origin: null, ...draftInput }, shell).then((commandOutput) => ({ answered: commandOutput, shell }));

it.each<[string, Partial<Parameters<typeof startDraft>[0]>, string]>([
  ['nothing', {}, 'invitationrestaurant'],
  ['a place', { restaurantKey: 'elbkantine' }, 'invitationcontacts'],
  [
    'a place and a date',
    { restaurantKey: 'elbkantine', date: '2026-06-24T12:30:00+02:00', forCart: true },
    'invitationcontacts',
  ],
])('starts with the given values and opens the next step: %s', async (_, input, key) => {
  const { answered, shell } = await startDraftWith(input);
  expect(answered).toEqual({ hasStarted: true });
  expect(shell.recorded.navigation).toEqual([['open', key]]);
});

it('leads unverified members to the account', async () => {
  const { answered, shell } = await startDraftWith(
    {},
    shellWithDraft(null, {
      session: 'unverified',
      commands: { 'account/callToAction': () => Promise.resolve({ mayGoOn: false }) },
    }),
  );
  expect(answered).toEqual({ hasStarted: false });
  expect([currentDraftOf(shell), shell.recorded.navigation]).toEqual([null, []]);
});

it.each(['café/süd', 'a%2Fb', '100 % Mensa'])('R08 keeps the way back, also over a reload: %s', async (routingName) => {
  const originAddress = { key: 'details', params: [routingName] };
  const { shell } = await startDraftWith({ restaurantKey: 'elbkantine', origin: originAddress });
  expect(currentDraftOf(shell)?.origin).toEqual(originAddress);
  const otherTabShell = shellWithDraft(null);
  expect(isDraftUnsent(otherTabShell)).toBe(true);
  expect(currentDraftOf(otherTabShell)?.origin).toEqual(originAddress);
});

it('A06 restores no draft of another user after a reload', async () => {
  await startDraftWith({ restaurantKey: 'elbkantine' });
  expect(isUnsentDraftDated(shellWithDraft(null, { account: { uid: 'uid-anders' } }))).toBe(false);
});

it.each<[string, InvitationDraft | null, readonly boolean[]]>([
  ['whole', completeDraft, [true, true, true]],
  ['without a date', { ...completeDraft, date: null }, [true, true, false]],
  ['saved', { ...completeDraft, key: 'e1' }, [true, false, false]],
  ['none', null, [true, true, false]],
])('opens its screens only when they are valid: %s', async (_, storedDraft, expectedValidity) => {
  const shell = shellWithDraft(storedDraft);
  const screenValidity = ['invitationrestaurant', 'invitationcontacts', 'invitationdraft'].map(
    (key) =>
      declaration.screens.find((screen) => screen.key === key)?.isValid?.([], shell.session.get(), shell) ?? true,
  );
  expect(await Promise.all(screenValidity)).toEqual(expectedValidity);
});
