import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test';

/** Errors that a browser reports, one line each. A test must call `expect` before it causes an error. */
export interface ConsoleErrors {
  /** From this call on, lines that match the pattern don't fail the test. */
  expect(pattern: RegExp): void;
  /** Error lines of the browser that the test has not expected. */
  readonly lines: readonly string[];
}

/**
 * Matches the console error for a refused report about the page's remotes. The page sends this report at a time that no
 * test chooses. If a test ends the session just then, the gateway refuses the report, and the page sends it again.
 */
const REFUSED_REPORT_PATTERN = /status of 401 .*\/api\/releases\/events\)/;

const errorLineOf = (message: ConsoleMessage): string => `console: ${message.text()} (${message.location().url})`;

const isLocalUrl = (url: string): boolean => !/^(https?|wss?):/.test(url) || new URL(url).hostname === '127.0.0.1';

/**
 * Watches all pages of a context for console errors, violations of the Content-Security-Policy, exceptions and requests
 * to other hosts.
 */
export const watchConsoleErrors = (context: BrowserContext): ConsoleErrors => {
  const expectedPatterns: RegExp[] = [REFUSED_REPORT_PATTERN];
  const lines: string[] = [];
  const recordLine = (errorLine: string): void => {
    if (!expectedPatterns.some((pattern) => pattern.test(errorLine))) lines.push(errorLine);
  };
  context.on('console', (message) => {
    if (message.type() === 'error') recordLine(errorLineOf(message));
  });
  context.on('weberror', (error) => recordLine(`exception: ${String(error.error())}`));
  context.on('request', (startedRequest: Request) => {
    if (!isLocalUrl(startedRequest.url())) recordLine(`request to another host: ${startedRequest.url()}`);
  });
  return { expect: (pattern) => expectedPatterns.push(pattern), lines };
};
