import { pino } from 'pino';
import texts from '../locales/de.json';
import { createChatModule } from './modules/chat';
import { createContactsModule } from './modules/contacts';
import { createAccountModeration } from './modules/identity';
import type { AccountModeration } from './modules/identity';
import { createInvitationModule, sharedInvitations } from './modules/invitations';
import { createMailModule } from './modules/mail';
import { createNotificationsModule } from './modules/notifications';
import { createModerationService } from './modules/reports';
import type { ModerationService } from './modules/reports';
import { gatewayAddressOf } from './platform/config/gateway-address';
import type { Database } from './platform';
import type { GatewayConfig } from './platform/config/config';
import { createMemoryStore } from './platform/ephemeral-store';
import { AppError } from './platform/errors';
import { fillText } from './platform/escape';
import { createJobQueue } from './platform/jobs/job-queue';
import { recordRightsChange } from './platform/live/rights-changes';
import { openSecrets } from './platform/secrets';
import { idleTracer } from './platform/tracing';
import { openCommandDatabase } from './open-command-database';
import type { PreparedDatabase } from './prepare-database';
import { defineProgram } from './startup';

/** Services that the commands of an operator use. */
interface OperatorTools {
  readonly moderation: ModerationService;
  readonly accounts: AccountModeration;
  readonly database: Database;
}

/**
 * Creates the services of moderation without a running gateway. Running gateways read the changes from the change log
 * and send the e-mails.
 */
const createOperatorTools = async (
  { database, clock }: PreparedDatabase,
  config: GatewayConfig,
): Promise<OperatorTools> => {
  const { secrets } = await openSecrets({ config, database, realNow: clock.realNow });
  const jobQueue = createJobQueue(clock);
  const log = pino({ level: 'silent' });
  const { outbox } = createMailModule({
    config,
    clock,
    secrets,
    jobs: jobQueue,
    log,
    tracer: idleTracer,
    mailbox: null,
  });
  const rightsRecorder = { rightsChanged: recordRightsChange, sessionReplaced: recordRightsChange };
  const { createRateLimiter } = createMemoryStore(clock);
  const contactsModule = createContactsModule({
    database,
    clock,
    jobs: jobQueue,
    live: rightsRecorder,
    createRateLimiter,
    onBlocked: (tx, uid, blockedUids) => invitationModule.removeBlocked(tx, uid, blockedUids),
  });
  const chat = createChatModule({ database, clock, jobs: jobQueue, createRateLimiter, invitations: sharedInvitations });
  const invitationModule = createInvitationModule({
    ...{ config, database, clock, secrets, live: rightsRecorder, jobs: jobQueue, createRateLimiter, outbox },
    address: gatewayAddressOf(config, config.port),
  });
  const notificationsModule = createNotificationsModule({ database, clock });
  const accountModeration = createAccountModeration({
    clock,
    outbox,
    live: rightsRecorder,
    async onPersonChanged(tx, personChange) {
      for (const { onPersonChanged } of [contactsModule, chat, notificationsModule, invitationModule])
        await onPersonChanged(tx, personChange);
    },
  });
  const moderation = createModerationService({ database, clock, log, outbox, secrets, accounts: accountModeration });
  return { moderation, accounts: accountModeration, database };
};

const TEXT_BY_ERROR = {
  reportUnknown: texts.moderateUnknown,
  notRemovable: texts.moderateNotRemovable,
  alreadyGone: texts.moderateGone,
} as const;

/** Formats a reported text as one line in quotes, so that it can't imitate another line of the output. */
const toOneLine = (text: string): string => JSON.stringify(text);

const MAX_LISTED_REPORTS = 1000;

const describeReports = async (moderation: ModerationService): Promise<string[]> => {
  const openReports = await moderation.listOpen({ start: undefined, limit: MAX_LISTED_REPORTS });
  if (!openReports.ok) throw new AppError(openReports.error.code);
  if (openReports.value.length === 0) return [texts.moderateNone];
  return openReports.value.map(({ report: { key, kind, reason, createdAt, person, context, text } }) =>
    fillText(texts.moderateLine, {
      key,
      kind,
      reason,
      createdAt: new Date(createdAt).toISOString(),
      person: person ?? '–',
      context: toOneLine(context),
      text: toOneLine(text),
    }),
  );
};

/** Executes a command of a moderator. Returns the lines to print, and whether the command succeeded. */
type ModerationCommand = (
  tools: OperatorTools,
) => Promise<{ readonly lines: readonly string[]; readonly hasSucceeded: boolean }>;

const CONFIRMATION_BY_DECISION = {
  remove: texts.moderateRemoved,
  disable: texts.moderateDisabled,
  dismiss: texts.moderateDismissed,
} as const;

const isDecision = (command: string | undefined): command is keyof typeof CONFIRMATION_BY_DECISION =>
  command !== undefined && Object.hasOwn(CONFIRMATION_BY_DECISION, command);

/** Marks the account of a member as deleted, who asks for it and can't do it. */
const deleteAccount =
  (email: string): ModerationCommand =>
  async ({ database, accounts }) => {
    const erasedAt = await database.write((tx) => accounts.deleteAccount(tx, email.toLowerCase()));
    return erasedAt === null
      ? { lines: [texts.moderateAccountUnknown], hasSucceeded: false }
      : {
          lines: [fillText(texts.moderateAccountDeleted, { erasedAt: new Date(erasedAt).toISOString() })],
          hasSucceeded: true,
        };
  };

/** Returns the command that the operator typed; null for an unknown command. */
const parseCommand = ([command, reportKey, ...noteWords]: readonly string[]): ModerationCommand | null => {
  if (command === 'list')
    return reportKey === undefined
      ? async ({ moderation }) => ({ lines: await describeReports(moderation), hasSucceeded: true })
      : null;
  if (command === 'delete') return reportKey === undefined || noteWords.length > 0 ? null : deleteAccount(reportKey);
  if (!isDecision(command) || reportKey === undefined || (noteWords.length > 0 && command !== 'dismiss')) return null;
  return async ({ moderation }) => {
    const decisionResult = await moderation.decide(reportKey, {
      decision: command,
      note: noteWords.join(' '),
      decidedBy: null,
    });
    return decisionResult.ok
      ? { lines: [CONFIRMATION_BY_DECISION[command]], hasSucceeded: true }
      : { lines: [TEXT_BY_ERROR[decisionResult.error]], hasSucceeded: false };
  };
};

/**
 * Runs one moderation command on the configured database and prints its output. Returns the exit code: 1 for a failed
 * command, 2 for an unknown command. An unknown command needs no valid configuration.
 */
export const runModeration = defineProgram({
  parse: parseCommand,
  usage: texts.moderateUsage,
  async run(command, { config, output }) {
    const preparedDatabase = await openCommandDatabase(config);
    try {
      const { lines, hasSucceeded } = await command(await createOperatorTools(preparedDatabase, config));
      for (const line of lines) (hasSucceeded ? output.log : output.error)(line);
      return hasSucceeded ? 0 : 1;
    } finally {
      await preparedDatabase.database.close();
    }
  },
});
