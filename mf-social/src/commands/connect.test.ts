import { connectUsers } from '@mahlzeit/contract';
import { aContact } from '@mahlzeit/contract/fixtures';
import { answer, fakeShell, refuse } from '@mahlzeit/shared-ui/testing';
import type { ScenarioAnswer } from '@mahlzeit/shared-ui/testing';
import connect from './connect';

const ask = async (
  choice: string | null,
  given: ScenarioAnswer = answer(connectUsers, { contacts: [aContact({ name: 'Tobias' })] }),
  key = 'addcontacts',
) => {
  const shell = fakeShell({ session: 'verified', answers: [given], address: { key, params: [] } });
  shell.answerNextAlert(choice);
  await connect({ code: '7KQ4F2MD' }, shell);
  return { ...shell.recorded, requests: shell.requests };
};

it('connects after a question, says with whom, and shows the contacts', async () => {
  expect(await ask('connect')).toMatchObject({
    alerts: [{ title: 'Verbinden?', actions: [{ tone: 'safe' }, { id: 'connect', tone: 'primary' }] }],
    requests: ['PUT /api/users/connect'],
    snackbars: [{ tone: 'success', text: 'Du bist jetzt mit Tobias verbunden.' }],
    navigation: [['replace', 'contacts']],
  });
});

it.each([['cancel'], [null]])('makes nobody a contact where the answer is %s', async (choice) => {
  expect(await ask(choice)).toMatchObject({ requests: [], snackbars: [], navigation: [] });
});

it('says what is wrong with the link, and stays where other ways are', async () => {
  expect(await ask('connect', refuse(connectUsers, 'connectionCodeUnknown'))).toMatchObject({
    snackbars: [{ tone: 'error', text: 'Diesen Code gibt es nicht. Frag noch einmal nach.' }],
    navigation: [],
  });
});

it('leaves who went elsewhere meanwhile where they are', async () => {
  expect((await ask('connect', undefined, 'details')).navigation).toEqual([]);
});
