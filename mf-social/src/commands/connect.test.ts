import { connectUsers, getConnectionSender } from '@mahlzeit/contract';
import { aContact } from '@mahlzeit/contract/fixtures';
import { answer, failAsUnreachable, fakeShell, refuse } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import connect from './connect';

const runConnectCommand = async (
  chosenAction: string | null,
  scenarioAnswer: ScenarioAnswer = answer(connectUsers, { contacts: [aContact({ name: 'Tobias' })] }),
  {
    key = 'addcontacts',
    senderAnswer = answer(getConnectionSender, { firstName: 'Tobias' }),
  }: { readonly key?: string; readonly senderAnswer?: ScenarioAnswer } = {},
) => {
  const shell = fakeShell({
    session: 'verified',
    answers: [senderAnswer, scenarioAnswer],
    address: { key, params: [] },
  });
  shell.answerNextAlert(chosenAction);
  await connect({ code: '7KQ4F2MD' }, shell);
  return { ...shell.recorded, requests: shell.requests.filter((request) => !request.startsWith('GET')) };
};

it('connects after a question, names the new contact, and opens the contacts', async () => {
  expect(await runConnectCommand('connect')).toMatchObject({
    alerts: [{ title: 'Verbinden?', actions: [{ tone: 'safe' }, { id: 'connect', tone: 'primary' }] }],
    requests: ['PUT /api/users/connect'],
    snackbars: [{ tone: 'success', text: 'Du bist jetzt mit Tobias verbunden.' }],
    navigation: [['replace', 'contacts']],
  });
});

it.each<[string, ScenarioAnswer]>([
  ['Tobias', answer(getConnectionSender, { firstName: 'Tobias' })],
  ['Jemand', answer(getConnectionSender, { firstName: '' })],
  ['Jemand', failAsUnreachable(getConnectionSender)],
])('says that %s has sent the link', async (expectedName, senderAnswer) => {
  const { alerts } = await runConnectCommand(null, undefined, { senderAnswer });
  expect(alerts[0]?.text).toContain(`${expectedName} hat dir den Code 7KQ4F2MD geschickt.`);
});

it.each([['cancel'], [null]])('connects nobody after the answer %s', async (chosenAction) => {
  expect(await runConnectCommand(chosenAction)).toMatchObject({ requests: [], snackbars: [], navigation: [] });
});

it('explains the error of a link, and opens the screen with other ways', async () => {
  expect(await runConnectCommand('connect', refuse(connectUsers, 'connectionCodeUnknown'))).toMatchObject({
    snackbars: [{ tone: 'error', text: 'Diesen Code gibt es nicht. Frag noch einmal nach.' }],
    navigation: [],
  });
});

it('keeps the screen that the reader has opened meanwhile', async () => {
  expect((await runConnectCommand('connect', undefined, { key: 'details' })).navigation).toEqual([]);
});
