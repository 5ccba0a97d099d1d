import { pino } from 'pino';
import texts from '../locales/de.json';
import { createChatModule } from './modules/chat';
import { createContactsModule } from './modules/contacts';
import { createAccountModeration } from './modules/identity';
import { sharedInvitations } from './modules/invitations';
import { createMailModule } from './modules/mail';
import { createModerationService } from './modules/reports';
import type { ModerationService } from './modules/reports';
import type { GatewayConfig } from './platform/config/config';
import { createMemoryStore } from './platform/ephemeral-store';
import { fillText } from './platform/escape';
import { createJobQueue } from './platform/jobs/job-queue';
import { recordRightsChange } from './platform/live/rights-changes';
import { openPreparedDatabase } from './prepare-database';
import type { PreparedDatabase } from './prepare-database';
import type { ProgramOutput } from './startup';

/**
 * Creates the moderation service without a running gateway. Running gateways read the changes from the change log and
 * send the e-mails.
 */
const moderationOf = ({ database, clock }: PreparedDatabase, config: GatewayConfig): ModerationService => {
  const jobs = createJobQueue(clock);
  const { outbox } = createMailModule({ config, clock, jobs, log: pino({ level: 'silent' }), mailbox: null });
  const live = { rightsChanged: recordRightsChange, sessionReplaced: recordRightsChange };
  const { createRateLimiter } = createMemoryStore(clock);
  // `onBlocked` does nothing, because this program never blocks a user.
  const contacts = createContactsModule({ database, clock, jobs, live, createRateLimiter, onBlocked: async () => {} });
  const chat = createChatModule({ database, clock, jobs, createRateLimiter, invitations: sharedInvitations });
  const accounts = createAccountModeration({
    clock,
    outbox,
    live,
    async onPersonChanged(tx, change) {
      for (const { onPersonChanged } of [contacts, chat]) await onPersonChanged(tx, change);
    },
  });
  return createModerationService({ database, clock, outbox, accounts });
};

const ERRORS = {
  reportUnknown: texts.moderateUnknown,
  notRemovable: texts.moderateNotRemovable,
  alreadyGone: texts.moderateGone,
} as const;

/** Formats a reported text as one line, which can't imitate another line of the output. */
const inOneLine = (text: string): string => JSON.stringify(text);

const describeReports = async (moderation: ModerationService): Promise<string[]> => {
  const openReports = await moderation.list();
  if (openReports.length === 0) return [texts.moderateNone];
  return openReports.map(({ key, kind, reason, createdAt, person, context, text }) =>
    fillText(texts.moderateLine, {
      key,
      kind,
      reason,
      createdAt: new Date(createdAt).toISOString(),
      person: person ?? '–',
      context: inOneLine(context),
      text: inOneLine(text),
    }),
  );
};

/** Executes a command. Returns the lines to print, and whether the command succeeded. */
type Command = (
  moderation: ModerationService,
) => Promise<{ readonly lines: readonly string[]; readonly isDone: boolean }>;

const DECISIONS = {
  remove: {
    decide: (moderation: ModerationService, report: string) => moderation.remove(report),
    done: texts.moderateRemoved,
  },
  disable: {
    decide: (moderation: ModerationService, report: string) => moderation.disable(report),
    done: texts.moderateDisabled,
  },
  dismiss: {
    decide: (moderation: ModerationService, report: string, note: string) => moderation.dismiss(report, note),
    done: texts.moderateDismissed,
  },
} as const;

const isDecision = (command: string | undefined): command is keyof typeof DECISIONS =>
  command !== undefined && Object.hasOwn(DECISIONS, command);

/** Returns the command that the operator typed; null for an unknown command. */
const commandOf = ([command, report, ...note]: readonly string[]): Command | null => {
  if (command === 'list')
    return report === undefined
      ? async (moderation) => ({ lines: await describeReports(moderation), isDone: true })
      : null;
  if (!isDecision(command) || report === undefined || (note.length > 0 && command !== 'dismiss')) return null;
  const { decide, done: confirmation } = DECISIONS[command];
  return async (moderation) => {
    const decision = await decide(moderation, report, note.join(' '));
    return decision.ok ? { lines: [confirmation], isDone: true } : { lines: [ERRORS[decision.error]], isDone: false };
  };
};

/**
 * Runs one moderation command on the configured database and prints its output. Returns the exit code: 1 for a failed
 * command, 2 for an unknown command. An unknown command needs no valid configuration.
 */
export const runModeration = async (
  args: readonly string[],
  readConfig: () => GatewayConfig,
  output: ProgramOutput,
): Promise<number> => {
  const command = commandOf(args);
  if (command === null) {
    output.error(texts.moderateUsage);
    return 2;
  }
  const config = readConfig();
  const preparedDatabase = await openPreparedDatabase(config);
  try {
    const { lines, isDone } = await command(moderationOf(preparedDatabase, config));
    for (const line of lines) (isDone ? output.log : output.error)(line);
    return isDone ? 0 : 1;
  } finally {
    await preparedDatabase.database.close();
  }
};
