import { destination, pino, stdTimeFunctions } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import * as z from 'zod/mini';
import type { GatewayConfig } from './config/config';
import { errorCodeOf } from './errors';
import type { RequestContext } from './request-context';

/** Causes of an error that are logged, each the cause of the one before. */
const MAX_CAUSES = 5;

const EMAIL_ADDRESS = /[\w.!#$%&'*+=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)+/g;
const URL_CREDENTIALS = /\b([a-z][a-z\d+.-]*:\/\/)[^\s/@]+@/gi;

/** Replaces what identifies people or opens accounts: credentials in URLs, and e-mail addresses. */
const redactText = (text: string): string =>
  text.replace(URL_CREDENTIALS, '$1[redacted]@').replace(EMAIL_ADDRESS, '[redacted]');

/** An error as the log has it. */
interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  /** Errors that have caused this one, the nearest first. */
  readonly causes?: readonly Omit<LoggedError, 'causes'>[];
}

// An error of a native driver comes from another realm, where `instanceof` fails.
const ErrorShape = z.object({ name: z.string(), message: z.string(), stack: z.optional(z.string()) });

const describeAlone = (error: unknown): Omit<LoggedError, 'causes'> => {
  const code = errorCodeOf(error);
  const shape = ErrorShape.safeParse(error);
  if (!shape.success) return { type: typeof error, message: redactText(String(code ?? error)) };
  const { name, message, stack } = shape.data;
  return {
    type: name,
    message: redactText(message),
    ...(code === null ? {} : { code }),
    ...(stack === undefined ? {} : { stack: redactText(stack) }),
  };
};

const causeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null ? Reflect.get(error, 'cause') : undefined;

/**
 * Describes an error for the log: its type, message, code, stack and causes. Drivers and libraries keep more in the
 * fields of their errors: values of a row, requests with their headers, letters. None of it belongs into a log.
 */
export const describeError = (error: unknown): LoggedError | undefined => {
  if (error === undefined || error === null) return undefined;
  const causes: Omit<LoggedError, 'causes'>[] = [];
  for (let cause = causeOf(error); (cause ?? null) !== null && causes.length < MAX_CAUSES; cause = causeOf(cause))
    causes.push(describeAlone(cause));
  return { ...describeAlone(error), ...(causes.length === 0 ? {} : { causes }) };
};

interface LogDeps {
  readonly level: GatewayConfig['logLevel'];
  readonly requestContext: Pick<RequestContext, 'requestId'>;
  /** Id of the trace of the running work; null without one. */
  traceId(): string | null;
  /** Receives the lines instead of stdout. */
  readonly destination?: DestinationStream | undefined;
}

/**
 * Creates the log: one line of JSON for each event, with its time in ISO 8601, the name of its level and the id of the
 * request to which it belongs. Callers must not log tokens, cookies or request bodies.
 */
export const createLog = ({ level, requestContext, traceId, destination: logDestination }: LogDeps): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      mixin() {
        const [requestId, trace] = [requestContext.requestId(), traceId()];
        return {
          ...(requestId === null ? {} : { requestId }),
          ...(trace === null ? {} : { traceId: trace }),
        };
      },
    },
    logDestination ?? destination(1),
  );
