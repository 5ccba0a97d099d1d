import { aPageRegistry } from '@mahlzeit/contract/fixtures';
import type { Commands, PaymentReturn } from '@mahlzeit/shared-ui/platform';
import { createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import { fakeAddresses, fakeDeclarations } from '../fake-entries';
import { createFakeBrowser, waitTurns } from '../fake-browser';
import { createRemoteLookup } from '../remotes/registry';
import type { ReturnName } from '../router/return-values';
import { createRouter } from '../router/router';
import { commandOfReturn, runAddressCommand, watchConnectionLinks } from './address-commands';

describe('what a return asks for', () => {
  const paymentReturnCommand = (input: PaymentReturn) => ({ command: 'ordering/paymentReturn', input });
  const cardReturnCommand = paymentReturnCommand({ kind: 'card', transactionId: '7' });
  const passwordResetCommand = { command: 'account/resetPassword', input: { token: 'r+1' } };

  it.each<readonly [string, readonly (readonly [ReturnName, string])[], object | null]>([
    [
      'PayPal’s return',
      [
        ['token', 'EC-1'],
        ['PayerID', 'P1'],
      ],
      paymentReturnCommand({ kind: 'paypal', token: 'EC-1', payerId: 'P1' }),
    ],
    ['a cancelled one', [['token', 'EC-1']], paymentReturnCommand({ kind: 'paypal', token: 'EC-1', payerId: null })],
    [
      'one whose payer was cut off',
      [
        ['token', 'EC-1'],
        ['PayerID', ''],
      ],
      paymentReturnCommand({ kind: 'paypal', token: 'EC-1', payerId: null }),
    ],
    ['a payment by card', [['transactionId', '7']], cardReturnCommand],
    [
      'a new card',
      [['preAuthorizationId', '8']],
      paymentReturnCommand({ kind: 'cardRegistration', preAuthorizationId: '8' }),
    ],
    ['a mailed link', [['resetToken', 'r+1']], passwordResetCommand],
    ['a payer alone', [['PayerID', 'P1']], null],
    ['nothing', [], null],
    [
      'all at once: a payment goes first',
      [
        ['resetToken', 'r+1'],
        ['preAuthorizationId', '8'],
        ['transactionId', '7'],
      ],
      cardReturnCommand,
    ],
    [
      'PayPal before the card',
      [
        ['token', 'EC-1'],
        ['transactionId', '7'],
      ],
      paymentReturnCommand({ kind: 'paypal', token: 'EC-1', payerId: null }),
    ],
    [
      'a mangled payment beside a link',
      [
        ['token', 'EC 1'],
        ['resetToken', 'r+1'],
      ],
      passwordResetCommand,
    ],
    ['an empty value', [['token', '']], null],
    ['a value that no provider sends', [['transactionId', '7\u0000']], null],
    ['a value far too long', [['transactionId', '7'.repeat(513)]], null],
  ])('%s', (_what, returnValues, expectedCommand) => {
    expect(commandOfReturn(new Map(returnValues))).toEqual(expectedCommand);
  });
});

describe('handing on', () => {
  const cardReturn = { command: 'ordering/paymentReturn', input: { kind: 'card', transactionId: '7' } } as const;
  const createInputRecordingShell = (inputs: unknown[], isDown: () => boolean) =>
    fakeShell({
      commands: {
        'ordering/paymentReturn': (input) => {
          inputs.push(input);
          return isDown() ? Promise.reject(new Error('broken')) : Promise.resolve({});
        },
      },
    });

  it("runs the owner's command, without a message, and allows reloads again", async () => {
    const inputs: unknown[] = [];
    const shell = createInputRecordingShell(inputs, () => false);
    const commandRun = runAddressCommand(shell, cardReturn);
    expect(shell.recorded.reloadHolds).toBe(1);
    await commandRun;
    expect(inputs).toEqual([cardReturn.input]);
    expect([shell.recorded.snackbars, shell.recorded.reloadHolds]).toEqual([[], 0]);
  });

  it.each([
    [cardReturn, /Zahlung/],
    [{ command: 'account/resetPassword', input: { token: 'r1' } }, /Passwort/],
    [{ command: 'social/connect', input: { code: 'ABCD1234' } }, /verbunden/],
  ] as const)('shows a German error without an owner, and prevents reloads', async (command, expectedText) => {
    const shell = fakeShell();
    await runAddressCommand(shell, command);
    expect(shell.recorded.snackbars).toMatchObject([
      { tone: 'error', text: expect.stringMatching(expectedText), action: { label: 'Erneut versuchen' } },
    ]);
    expect(shell.recorded.reloadHolds).toBe(1);
  });

  it('retries with the same input, also after an error of the owner', async () => {
    const inputs: unknown[] = [];
    let isDown = true;
    const shell = createInputRecordingShell(inputs, () => isDown);
    await expect(runAddressCommand(shell, cardReturn)).rejects.toThrow('broken');
    isDown = false;
    shell.recorded.snackbars[0]?.action?.run();
    await waitTurns();
    expect(inputs).toEqual([cardReturn.input, cardReturn.input]);
    expect(shell.recorded.reloadHolds).toBe(0);
  });
});

describe('a connection link', () => {
  const openConnectionLink = (
    address: string,
    {
      session = 'verified',
      isOwned = true,
    }: { session?: 'anonymous' | 'unverified' | 'verified'; isOwned?: boolean } = {},
  ) => {
    const connectionCodes: Commands['social/connect']['input'][] = [];
    const tab = createFakeBrowser(address);
    const router = createRouter(tab.browser, createManualTimers(), fakeAddresses());
    const shell = fakeShell({
      session,
      commands: { 'social/connect': (input) => Promise.resolve({}).finally(() => connectionCodes.push(input)) },
    });
    const remotes = aPageRegistry().remotes.map((remote) => ({
      ...remote,
      ...fakeDeclarations(),
      commands: isOwned ? ['social/connect'] : [],
    }));
    const stopWatching = watchConnectionLinks({ shell, router, lookup: createRemoteLookup({ remotes }) });
    return { tab, router, shell, codes: connectionCodes, stop: stopWatching };
  };

  it('is removed from the address and run once, without a history entry', async () => {
    const { tab, codes, router } = openConnectionLink('/restaurants#addcontacts/ABCD1234');
    await waitTurns();
    expect([tab.trail(), codes]).toEqual([['/restaurants#addcontacts'], [{ code: 'ABCD1234' }]]);
    router.close();
    router.open('addcontacts');
    await waitTurns();
    expect(codes).toHaveLength(1);
  });

  it('works in an open page', async () => {
    const { tab, codes } = openConnectionLink('/restaurants');
    tab.typeHash('#addcontacts/ABCD1234');
    await waitTurns();
    expect([tab.trail(), codes]).toEqual([['/restaurants', '/restaurants#addcontacts'], [{ code: 'ABCD1234' }]]);
  });

  it.each(['anonymous', 'unverified'] as const)(
    'waits for a user who is %s until they are verified',
    async (session) => {
      const { tab, codes, shell } = openConnectionLink('/restaurants#addcontacts/ABCD1234', { session });
      await waitTurns();
      expect([tab.address(), codes]).toEqual(['/restaurants#addcontacts/ABCD1234', []]);
      shell.setSession('verified');
      await waitTurns();
      expect([tab.address(), codes]).toEqual(['/restaurants#addcontacts', [{ code: 'ABCD1234' }]]);
    },
  );

  it('is ignored while its screen is being closed, and doesn’t come back', async () => {
    const { tab, router, codes, shell } = openConnectionLink('/restaurants', { session: 'unverified' });
    tab.typeHash('#addcontacts/ABCD1234');
    router.close();
    shell.setSession('verified');
    tab.arrive();
    await waitTurns();
    expect([tab.address(), codes]).toEqual(['/restaurants', []]);
  });

  it.each(['%20', 'a%20b', '%00', 'x'.repeat(513)])(
    'leaves the screen alone for a code mangled to %j',
    async (code) => {
      const { tab, codes, shell } = openConnectionLink(`/restaurants#addcontacts/${code}`);
      await waitTurns();
      expect([tab.address(), codes, shell.recorded.snackbars]).toEqual(['/restaurants#addcontacts', [], []]);
    },
  );

  it('stays in the address without an owner, and after the stop', async () => {
    expect(openConnectionLink('/restaurants#addcontacts/ABCD1234', { isOwned: false }).tab.address()).toBe(
      '/restaurants#addcontacts/ABCD1234',
    );
    const { tab, codes, stop } = openConnectionLink('/restaurants');
    stop();
    tab.typeHash('#addcontacts/ABCD1234');
    await waitTurns();
    expect(codes).toEqual([]);
  });
});
