import { fakeShell } from '@mahlzeit/shared-ui/testing';
import { resetPassword } from './reset-password';

it('hands the token to who asks for the new password', async () => {
  const tokens: string[] = [];
  const shell = fakeShell({ commands: { 'account/resetPassword': ({ token }) => Promise.resolve({}).finally(() => tokens.push(token)) } });
  await resetPassword(shell, 'r1');
  expect(tokens).toEqual(['r1']);
  expect(shell.recorded.snackbars).toEqual([]);
});

it('says so in German where nobody can be had, and tries again with the same token', async () => {
  const tokens: string[] = [];
  const shell = fakeShell();
  let isDown = true;
  const remotes: typeof shell.remotes = {
    ...shell.remotes,
    runCommand(name, input) {
      tokens.push(JSON.stringify(input));
      return isDown ? Promise.resolve({ ok: false, error: 'unavailable' }) : fakeShell({ commands: { 'account/resetPassword': () => Promise.resolve({}) } }).remotes.runCommand(name, input);
    },
  };
  await resetPassword({ ...shell, remotes }, 'r1');
  const [said] = shell.recorded.snackbars;
  expect(said).toMatchObject({ tone: 'error', text: expect.stringContaining('Passwort'), action: { label: 'Erneut versuchen' } });
  isDown = false;
  said?.action?.run();
  expect(tokens).toEqual(['{"token":"r1"}', '{"token":"r1"}']);
});
