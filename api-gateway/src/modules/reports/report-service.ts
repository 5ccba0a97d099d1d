import { err, ok } from '@mahlzeit/contract';
import type { ReportForm, ReportReceipt, Result } from '@mahlzeit/contract';
import { consumeAttempt, randomKey } from '../../platform';
import type { Clock, Connection, Database, RateLimiter, RouteError, TextSealing } from '../../platform';
import { findCompanions, findMessageInChat, isInChat } from '../chat';
import { findContactsAmong } from '../contacts';
import { createPeople, findEmail } from '../identity';
import { findCoAttendees, sharedInvitations } from '../invitations';
import type { Outbox } from '../mail';
import { mayReportMessage, mayReportPerson } from './report-policy';
import { createReportRepository } from './report-repository';
import type { StoredReport } from './report-repository';

export interface ReportServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly outbox: Outbox;
  readonly secrets: TextSealing;
  /** E-mail address that receives every report. */
  readonly supportEmail: string;
  /** Limits of the number of reports: of each user, and of all users of an IP address. */
  readonly limits: { readonly ofUser: RateLimiter; readonly ofAddress: RateLimiter };
}

/** The user who reports, and the IP address of the request, which rate limits count. */
interface Reporter {
  readonly uid: string;
  readonly address: string;
}

/** The reported content at the time of the report. */
interface ReportedContent extends Pick<StoredReport, 'target' | 'chatKey' | 'context'> {
  readonly person: string;
  /** Name of the reported person or author. */
  readonly name: string;
  /** Time at which the message was sent; null for a person or a picture. */
  readonly sentAt: number | null;
}

const findMessage = async (
  knex: Connection,
  uid: string,
  { key, chatKey }: ReportForm,
): Promise<ReportedContent | null> => {
  const storedMessage = await findMessageInChat(knex, key);
  if (storedMessage === null || (chatKey !== undefined && chatKey !== storedMessage.chat.key)) return null;
  const { message, chat } = storedMessage;
  // Checks whether a user can see the reported message. A guest who declined before the meetup got a chat of its own
  // sees the invitation, but not this chat.
  const canSeeMessage =
    isInChat(uid, chat) ||
    (message.contentKind === 'invitation' &&
      message.contentId !== null &&
      (await sharedInvitations.isAttendedByAll(knex, message.contentId, [uid])));
  if (!canSeeMessage || !mayReportMessage(uid, message)) return null;
  const contentSuffix = message.contentId === null ? '' : ` ${message.contentId}`;
  const messageAuthor = (await createPeople(knex).find([message.author])).get(message.author);
  return {
    target: key,
    chatKey: chat.key,
    person: message.author,
    name: messageAuthor?.displayName ?? '',
    sentAt: message.timestamp,
    context: `${message.content}${contentSuffix}`,
  };
};

const findPerson = async (
  knex: Connection,
  uid: string,
  { key, kind }: ReportForm,
): Promise<ReportedContent | null> => {
  const person = (await createPeople(knex).find([key])).get(key);
  if (person === undefined) return null;
  // Checks whether the reported person is connected with the user. An attendee who has declined may share no chat with
  // people who joined later.
  const isConnected =
    (await findContactsAmong(knex, uid, [key])).has(key) ||
    (await findCompanions(knex, uid, [key])).has(key) ||
    (await findCoAttendees(knex, uid, [key])).has(key);
  if (!mayReportPerson(uid, person, isConnected)) return null;
  const reportContext = kind === 'picture' ? person.photoURL : person.displayName;
  return reportContext === null
    ? null
    : { target: key, chatKey: null, person: key, name: person.displayName, sentAt: null, context: reportContext };
};

/**
 * Creates the service of reports of messages, pictures and people (Digital Services Act, art. 16). A report is stored,
 * acknowledged by mail and forwarded with its content.
 */
export const createReportService = ({ database, clock, outbox, secrets, supportEmail, limits }: ReportServiceDeps) => ({
  async report(
    { uid, address }: Reporter,
    reportForm: ReportForm,
  ): Promise<Result<ReportReceipt, 'notFound' | RouteError>> {
    for (const [limiter, limitKey] of [
      [limits.ofUser, uid],
      [limits.ofAddress, address],
    ] as const) {
      const attemptAdmission = await consumeAttempt(limiter, limitKey);
      if (!attemptAdmission.ok) return attemptAdmission;
    }
    return database.write(async (tx) => {
      const reportedContent = await (reportForm.kind === 'message' ? findMessage : findPerson)(
        tx.knex,
        uid,
        reportForm,
      );
      if (reportedContent === null) return err('notFound');
      const { name, sentAt, ...reportFields } = reportedContent;
      const reportRepository = createReportRepository(tx.knex, secrets);
      // Returns the id of the user's earlier report if they report the same content a second time.
      const earlierReport = await reportRepository.findOpenOf(uid, { ...reportFields, kind: reportForm.kind });
      if (earlierReport !== null) return ok({ reportId: earlierReport.key });
      const report: StoredReport = {
        ...reportFields,
        key: randomKey(),
        reporter: uid,
        kind: reportForm.kind,
        reason: reportForm.reason,
        text: reportForm.text ?? '',
        state: 'open',
        createdAt: clock.now(),
        closedAt: null,
        decidedBy: null,
        note: '',
      };
      await reportRepository.insert(report);
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
        person: { uid: reportFields.person, name },
        chatKey: reportFields.chatKey,
        sentAt,
      });
      return ok({ reportId });
    });
  },
});
