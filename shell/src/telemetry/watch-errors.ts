import type { EventParameters } from '@mahlzeit/shared-ui/platform';

/** The part of `window` that reports errors. */
export type ErrorWindow = Pick<Window, 'addEventListener' | 'removeEventListener'>;

const MAX_REPORTS = 10;
const MAX_LENGTH = 1_000;

// What follows a path may be a token or a name.
const withoutSecrets = (text: string): string => text.replace(/(https?:\/\/[^\s?#)]*)[?#][^\s)]*/g, '$1').slice(0, MAX_LENGTH);

const describe = (cause: unknown): { readonly name: string; readonly parameters: EventParameters } =>
  cause instanceof Error
    ? { name: cause.name, parameters: { message: withoutSecrets(cause.message), stack: withoutSecrets(cause.stack ?? '') } }
    : { name: 'Error', parameters: { message: withoutSecrets(String(cause)), stack: '' } };

/** Reports errors that nobody caught: each once, and no flood of them. Returns an unsubscribe function. */
export const watchErrors = (browser: ErrorWindow, report: (name: string, parameters: EventParameters) => void): (() => void) => {
  const seen = new Set<string>();
  const take = (cause: unknown): void => {
    const { name, parameters } = describe(cause);
    const mark = `${name} ${parameters.message}`;
    if (seen.has(mark) || seen.size >= MAX_REPORTS) return;
    seen.add(mark);
    report(name, parameters);
  };
  const onError = (event: ErrorEvent): void => take(event.error ?? event.message);
  const onRejection = (event: PromiseRejectionEvent): void => take(event.reason);
  browser.addEventListener('error', onError);
  browser.addEventListener('unhandledrejection', onRejection);
  return () => {
    browser.removeEventListener('error', onError);
    browser.removeEventListener('unhandledrejection', onRejection);
  };
};
