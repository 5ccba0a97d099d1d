import { err, ok, reportAbuse } from '@mahlzeit/contract';
import type { ReportForm, ReportReceipt, Result } from '@mahlzeit/contract';
import { consumeAttempt, randomKey, route } from '../../platform';
import type {
  BoundRoute,
  Clock,
  Connection,
  Database,
  PersonalDataProvider,
  RateLimiter,
  RouteError,
} from '../../platform';
import { createPeople, findEmail } from '../identity';
import type { Outbox } from '../mail';
import { createChatRepository } from '../chat/chat-repository';
import { createMessageRepository } from '../chat/message-repository';
import { createContactRepository } from '../contacts/contact-repository';
import { isInChat } from '../chat/chat-policy';
import { mayReadInvitation } from '../invitations/invitation-policy';
import { createInvitationRepository } from '../invitations/invitation-repository';
import { mayReportMessage, mayReportPerson } from './report-policy';
import { createReportRepository } from './report-repository';
import type { StoredReport } from './report-repository';

export interface ReportServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  /** Where reports go. */
  readonly supportEmail: string;
  /** Reports of one person. */
  readonly limiter: RateLimiter;
}

/** What a report is about, as it is at that moment. */
interface Reported extends Pick<StoredReport, 'target' | 'chatKey' | 'context'> {
  readonly person: string;
  /** What they are called. */
  readonly name: string;
  /** When the message was sent; null: it is none. */
  readonly sentAt: number | null;
}

const findMessage = async (knex: Connection, uid: string, { key, chatKey }: ReportForm): Promise<Reported | null> => {
  const message = await createMessageRepository(knex).find(key);
  const chat = message === null ? null : await createChatRepository(knex).find(message.chatKey);
  if (message === null || chat === null || (chatKey !== undefined && chatKey !== chat.key)) return null;
  const invitation =
    message.contentKind === 'invitation' && message.contentId !== null
      ? await createInvitationRepository(knex).find(message.contentId)
      : null;
  // Who has joined by a link sees the invitation and not its chat.
  const isShown = isInChat(uid, chat) || (invitation !== null && mayReadInvitation(uid, invitation));
  if (!isShown || !mayReportMessage(uid, message)) return null;
  const shared = message.contentId === null ? '' : ` ${message.contentId}`;
  const author = (await createPeople(knex).find([message.author])).get(message.author);
  return {
    target: key,
    chatKey: chat.key,
    person: message.author,
    name: author?.displayName ?? '',
    sentAt: message.timestamp,
    context: `${message.content}${shared}`,
  };
};

const findPerson = async (knex: Connection, uid: string, { key, kind }: ReportForm): Promise<Reported | null> => {
  const person = (await createPeople(knex).find([key])).get(key);
  if (person === undefined) return null;
  // Who has joined a meetup by a link may be in no chat of theirs.
  const isKnown =
    (await createContactRepository(knex).findAmong(uid, [key])).has(key) ||
    (await createChatRepository(knex).findCompanions(uid, [key])).has(key) ||
    (await createInvitationRepository(knex).findCoAttendees(uid, [key])).has(key);
  if (!mayReportPerson(uid, person, isKnown)) return null;
  const context = kind === 'picture' ? person.photoURL : person.displayName;
  return context === null
    ? null
    : { target: key, chatKey: null, person: key, name: person.displayName, sentAt: null, context };
};

/**
 * Reports of messages, pictures and people (Digital Services Act, art. 16): kept, acknowledged by mail and handed on
 * with their context.
 */
export const createReportService = ({ database, clock, outbox, supportEmail, limiter }: ReportServiceDeps) => ({
  async report(uid: string, form: ReportForm): Promise<Result<ReportReceipt, 'notFound' | RouteError>> {
    const admitted = await consumeAttempt(limiter, uid);
    if (!admitted.ok) return admitted;
    return database.write(async (tx) => {
      const found = await (form.kind === 'message' ? findMessage : findPerson)(tx.knex, uid, form);
      if (found === null) return err('notFound');
      const { name, sentAt, ...reported } = found;
      const reports = createReportRepository(tx.knex);
      // Told once is told.
      const known = await reports.findOpenOf(uid, { ...reported, kind: form.kind });
      if (known !== null) return ok({ reportId: known.key });
      const report: StoredReport = {
        ...reported,
        key: randomKey(),
        reporter: uid,
        kind: form.kind,
        reason: form.reason,
        text: form.text ?? '',
        state: 'open',
        createdAt: clock.now(),
        closedAt: null,
      };
      await reports.insert(report);
      const { key: reportId, kind, reason, text, context } = report;
      const email = await findEmail(tx.knex, uid);
      if (email !== null) await outbox.enqueue(tx, { kind: 'reportReceived', to: email, reportId, reported: kind });
      await outbox.enqueue(tx, {
        kind: 'reportForwarded',
        to: supportEmail,
        reportId,
        reported: kind,
        reason,
        text,
        context,
        person: { uid: reported.person, name },
        chatKey: reported.chatKey,
        sentAt,
      });
      return ok({ reportId });
    });
  },
});

/** Reports over HTTP. */
export const reportRoutes = (reports: ReturnType<typeof createReportService>): readonly BoundRoute[] => [
  route(reportAbuse, ({ session, body }) => reports.report(session.uid, body)),
];

/** What is kept of reports. */
export const reportPersonalData: PersonalDataProvider = {
  name: 'reports',
  personalTables: { report: ['reporter', 'person', 'target', 'text', 'context', 'chat_key'] },
  impersonalTables: [],
  // Who has reported somebody is not told to them.
  export: async (knex, { uid }) =>
    (await createReportRepository(knex).listBy(uid)).map(
      ({ key, kind, target, reason, text, state, createdAt, closedAt }) => ({
        key,
        kind,
        target,
        reason,
        text,
        state,
        createdAt,
        closedAt,
      }),
    ),
  erase: (tx, { uid }) => createReportRepository(tx.knex).forget(uid),
};
