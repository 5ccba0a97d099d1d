import type { BrowserContext, ConsoleMessage, Request } from '@playwright/test';

/** Errors that a browser reports, one line each. A test that causes an error must expect it beforehand. */
export interface ConsoleErrors {
  /** Expects lines that match, from this call on. */
  expect(pattern: RegExp): void;
  /** Lines that no test expected. */
  readonly lines: readonly string[];
}

const lineOf = (message: ConsoleMessage): string => `console: ${message.text()} (${message.location().url})`;

const isLocal = (url: string): boolean => !/^(https?|wss?):/.test(url) || new URL(url).hostname === '127.0.0.1';

/**
 * Watches all pages of a context for console errors, violations of the Content-Security-Policy, exceptions and requests
 * to other hosts.
 */
export const watchConsoleErrors = (context: BrowserContext): ConsoleErrors => {
  const expectedPatterns: RegExp[] = [];
  const lines: string[] = [];
  const recordLine = (line: string): void => {
    if (!expectedPatterns.some((pattern) => pattern.test(line))) lines.push(line);
  };
  context.on('console', (message) => {
    if (message.type() === 'error') recordLine(lineOf(message));
  });
  context.on('weberror', (error) => recordLine(`exception: ${String(error.error())}`));
  context.on('request', (request: Request) => {
    if (!isLocal(request.url())) recordLine(`request to another host: ${request.url()}`);
  });
  return { expect: (pattern) => expectedPatterns.push(pattern), lines };
};
