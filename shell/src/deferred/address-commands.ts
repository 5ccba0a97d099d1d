import type { CommandName, Commands, PaymentReturn, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { RemoteLookup } from '../remotes/registry';
import type { ReturnName } from '../router/return-values';
import type { Router } from '../router/router';
import { text as shellText } from '../texts/shell-texts';
import { text } from './deferred-texts';

type AddressCommandName = Extract<
  CommandName,
  'ordering/paymentReturn' | 'account/resetPassword' | 'account/finishSignIn' | 'social/connect'
>;

/** Command of a remote whose input was in the page's URL. */
type AddressCommand = {
  readonly [N in AddressCommandName]: { readonly command: N; readonly input: Commands[N]['input'] };
}[AddressCommandName];

type ReturnValues = ReadonlyMap<ReturnName, string>;

// Returns a value of the URL if it is well formed. Values from payment providers and e-mails are short and printable;
// others were cut off or invented.
const wellFormedValue = (value: string | undefined): string | null =>
  value !== undefined && /^[\x21-\x7e]{1,512}$/.test(value) ? value : null;

const paymentReturnOf = (returnValues: ReturnValues): PaymentReturn | null => {
  const [token, payerId, transactionId, preAuthorizationId] = (
    ['token', 'PayerID', 'transactionId', 'preAuthorizationId'] as const
  ).map((returnName) => wellFormedValue(returnValues.get(returnName)));
  if (token) return { kind: 'paypal', token, payerId: payerId ?? null };
  if (transactionId) return { kind: 'card', transactionId };
  return preAuthorizationId ? { kind: 'cardRegistration', preAuthorizationId } : null;
};

/**
 * Returns the command for the query parameters with which a user returns from a payment provider, an e-mail or a third
 * party; null for invalid ones. If there are parameters for two commands, the payment has priority, because a link in
 * an e-mail can be opened again.
 */
export const commandOfReturn = (values: ReturnValues): AddressCommand | null => {
  const paymentReturn = paymentReturnOf(values);
  if (paymentReturn !== null) return { command: 'ordering/paymentReturn', input: paymentReturn };
  const token = wellFormedValue(values.get('resetToken'));
  if (token !== null) return { command: 'account/resetPassword', input: { token } };
  const [code, error] = [wellFormedValue(values.get('signInCode')), wellFormedValue(values.get('signInError'))];
  return code === null && error === null ? null : { command: 'account/finishSignIn', input: { code, error } };
};

const failureTexts = {
  'ordering/paymentReturn': 'PaymentReturnFailed',
  'account/resetPassword': 'PasswordResetFailed',
  'account/finishSignIn': 'SignInReturnFailed',
  'social/connect': 'ConnectFailed',
} as const;

type AddressCommandDeps = Pick<ShellApi, 'remotes' | 'snackbar' | 'holdReload'>;

/**
 * Runs a command in the remote that offers it. If the remote can't be loaded or the command fails, shows an error with
 * a retry, because the URL no longer contains the values. The page doesn't reload automatically until the command has
 * succeeded.
 */
export const runAddressCommand = async (deps: AddressCommandDeps, command: AddressCommand): Promise<void> => {
  const { remotes, snackbar, holdReload } = deps;
  const releaseReload = holdReload();
  const retryCommand = (): void => {
    releaseReload();
    void runAddressCommand(deps, command);
  };
  let isCommandDone = false;
  try {
    isCommandDone = (await remotes.runCommand(command.command, command.input)).ok;
  } finally {
    if (isCommandDone) releaseReload();
    else
      snackbar({
        tone: 'error',
        text: text(failureTexts[command.command]),
        action: { label: shellText('Retry'), run: retryCommand },
      });
  }
};

/**
 * Runs the command for the query parameters with which a user returns from a payment provider, an e-mail or a third
 * party, if they are valid.
 */
export const runReturnCommand = async (deps: AddressCommandDeps, values: ReturnValues): Promise<void> => {
  const command = commandOfReturn(values);
  if (command !== null) await runAddressCommand(deps, command);
};

interface ConnectionLinkDeps {
  readonly shell: AddressCommandDeps & Pick<ShellApi, 'session'>;
  readonly router: Pick<Router, 'get' | 'subscribe' | 'replace' | 'whenArrived'>;
  readonly lookup: Pick<RemoteLookup, 'withCommand' | 'address'>;
}

/**
 * Handles connection links: as soon as a verified member is logged in, removes the code from the URL and runs the
 * command `social/connect` with it. Returns an unsubscribe function.
 */
export const watchConnectionLinks = ({ shell, router, lookup }: ConnectionLinkDeps): (() => void) => {
  // If no remote offers the command, the link stays as it is: the screen gets the code as its parameter.
  if (lookup.withCommand('social/connect') === undefined) return () => undefined;
  // Key of the screen that connection links open; the code is the screen's parameter (contract §1 `connectionLink`).
  const screen = lookup.address('connection')?.key;
  if (screen === undefined) return () => undefined;
  const runConnectCommand = (): void => {
    const { modal } = router.get();
    const sessionView = shell.session.get();
    if (
      modal?.key !== screen ||
      modal.params.length === 0 ||
      sessionView.status !== 'known' ||
      !sessionView.account.verified
    )
      return;
    const connectionCode = wellFormedValue(modal.params[0]);
    router.replace(screen);
    if (connectionCode !== null)
      void runAddressCommand(shell, { command: 'social/connect', input: { code: connectionCode } });
  };
  // Runs the command once a step back in the history has ended: until then, the URL still names the screen that the
  // user is leaving.
  const runWhenArrived = (): void => router.whenArrived(runConnectCommand);
  const stopFunctions = [router.subscribe(runWhenArrived), shell.session.subscribe(runWhenArrived)];
  runWhenArrived();
  return () => stopFunctions.forEach((stop) => stop());
};
