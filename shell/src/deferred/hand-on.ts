import type { CommandName, Commands, PaymentReturn, ShellApi } from '@mahlzeit/shared-ui/platform';
import type { RemoteLookup } from '../remotes/registry';
import type { ReturnName } from '../router/return-values';
import type { Router } from '../router/router';
import { text as shellText } from '../texts/shell-texts';
import { text } from './deferred-texts';

type AddressCommandName = Extract<CommandName, 'ordering/paymentReturn' | 'account/resetPassword' | 'social/connect'>;

/** A command whose input came in the address. */
type AddressCommand = {
  readonly [N in AddressCommandName]: { readonly command: N; readonly input: Commands[N]['input'] };
}[AddressCommandName];

type ReturnValues = ReadonlyMap<ReturnName, string>;

// What providers and mails send is printable and short; everything else was cut or made up.
const wellFormed = (value: string | undefined): string | null =>
  value !== undefined && /^[\x21-\x7e]{1,512}$/.test(value) ? value : null;

const paymentReturnOf = (values: ReturnValues): PaymentReturn | null => {
  const [token, payerId, transactionId, preAuthorizationId] = (
    ['token', 'PayerID', 'transactionId', 'preAuthorizationId'] as const
  ).map((name) => wellFormed(values.get(name)));
  if (token) return { kind: 'paypal', token, payerId: payerId ?? null };
  if (transactionId) return { kind: 'card', transactionId };
  return preAuthorizationId ? { kind: 'cardRegistration', preAuthorizationId } : null;
};

/**
 * What a return asks for; null where it says nothing. One thing at a time: a payment comes first, for a mailed link can
 * be opened again.
 */
export const commandOfReturn = (values: ReturnValues): AddressCommand | null => {
  const payment = paymentReturnOf(values);
  if (payment !== null) return { command: 'ordering/paymentReturn', input: payment };
  const token = wellFormed(values.get('resetToken'));
  return token === null ? null : { command: 'account/resetPassword', input: { token } };
};

const failureTexts = {
  'ordering/paymentReturn': 'PaymentReturnFailed',
  'account/resetPassword': 'PasswordResetFailed',
  'social/connect': 'ConnectFailed',
} as const;

type HandOnDeps = Pick<ShellApi, 'remotes' | 'snackbar' | 'holdReload'>;

/**
 * Hands what an address brought to the remote that owns it. Where that can't be had, or breaks, says so and offers
 * another try with the same, since the address no longer holds it; until it has been handed on, the page doesn't load
 * itself anew.
 */
export const handOn = async (deps: HandOnDeps, asked: AddressCommand): Promise<void> => {
  const { remotes, snackbar, holdReload } = deps;
  const release = holdReload();
  const retry = (): void => {
    release();
    void handOn(deps, asked);
  };
  let isDone = false;
  try {
    isDone = (await remotes.runCommand(asked.command, asked.input)).ok;
  } finally {
    if (isDone) release();
    else
      snackbar({
        tone: 'error',
        text: text(failureTexts[asked.command]),
        action: { label: shellText('Retry'), run: retry },
      });
  }
};

/** Hands on what somebody came back with, where that says anything. */
export const handOnReturn = async (deps: HandOnDeps, values: ReturnValues): Promise<void> => {
  const asked = commandOfReturn(values);
  if (asked !== null) await handOn(deps, asked);
};

/** The screen that a connection link names; its parameter is the code (contract §1 `connectionLink`). */
const CONNECTION_SCREEN = 'addcontacts';

interface ConnectionLinkDeps {
  readonly shell: HandOnDeps & Pick<ShellApi, 'session'>;
  readonly router: Pick<Router, 'get' | 'subscribe' | 'replace' | 'whenArrived'>;
  readonly lookup: Pick<RemoteLookup, 'withCommand'>;
}

/**
 * Takes the code of a connection link out of the address as soon as a verified member is there, and hands it on.
 * Returns an unsubscribe function.
 */
export const watchConnectionLinks = ({ shell, router, lookup }: ConnectionLinkDeps): (() => void) => {
  // Without an owner the screen of that name, if there is one, gets the code as its parameter.
  if (lookup.withCommand('social/connect') === undefined) return () => undefined;
  const takeNow = (): void => {
    const { modal } = router.get();
    const view = shell.session.get();
    if (
      modal?.key !== CONNECTION_SCREEN ||
      modal.params.length === 0 ||
      view.status !== 'known' ||
      !view.account.verified
    )
      return;
    const code = wellFormed(modal.params[0]);
    router.replace(CONNECTION_SCREEN);
    if (code !== null) void handOn(shell, { command: 'social/connect', input: { code } });
  };
  // On the way back the address still shows the screen that is being left.
  const take = (): void => router.whenArrived(takeNow);
  const stops = [router.subscribe(take), shell.session.subscribe(take)];
  take();
  return () => stops.forEach((stop) => stop());
};
