import { err, ok, reportAbuse } from '@mahlzeit/contract';
import type { ReportForm, ReportReceipt, Result } from '@mahlzeit/contract';
import { randomKey, route } from '../../../platform';
import type { BoundRoute, Clock, Connection, Database, PersonalDataProvider, RateLimiter, RouteError } from '../../../platform';
import { createPeople, findEmail } from '../../identity';
import type { Outbox } from '../../mail';
import { createChatRepository } from '../chat/chat-repository';
import { createMessageRepository } from '../chat/message-repository';
import { createContactRepository } from '../contacts/contact-repository';
import { isInChat } from '../chat/chat-policy';
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
type Reported = Pick<StoredReport, 'target' | 'chatKey' | 'person' | 'context'>;

const findMessage = async (knex: Connection, uid: string, { key, chatKey }: ReportForm): Promise<Reported | null> => {
  const message = await createMessageRepository(knex).find(key);
  const chat = message === null ? null : await createChatRepository(knex).find(message.chatKey);
  if (message === null || chat === null || (chatKey !== undefined && chatKey !== chat.key)) return null;
  if (!isInChat(uid, chat) || !mayReportMessage(uid, message)) return null;
  const shared = message.contentId === null ? '' : ` ${message.contentId}`;
  return { target: key, chatKey: chat.key, person: message.author, context: `${message.content}${shared}` };
};

const findPerson = async (knex: Connection, uid: string, { key, kind }: ReportForm): Promise<Reported | null> => {
  const person = (await createPeople(knex).find([key])).get(key);
  if (person === undefined) return null;
  const isKnown = (await createContactRepository(knex).findAmong(uid, [key])).has(key) || (await createChatRepository(knex).findCompanions(uid, [key])).has(key);
  if (!mayReportPerson(uid, person, isKnown)) return null;
  const context = kind === 'picture' ? person.photoURL : person.displayName;
  return context === null ? null : { target: key, chatKey: null, person: key, context };
};

/** Reports of messages, pictures and people (Digital Services Act, art. 16): kept, acknowledged by mail and handed on with their context. */
export const createReportService = ({ database, clock, outbox, supportEmail, limiter }: ReportServiceDeps) => ({
  async report(uid: string, form: ReportForm): Promise<Result<ReportReceipt, 'notFound' | RouteError>> {
    const verdict = await limiter.consume(uid);
    if (!verdict.ok) return err({ code: 'ErrorTooManyAttempts', retryAfterMs: verdict.retryAfterMs });
    return database.write(async (tx) => {
      const reported = await (form.kind === 'message' ? findMessage : findPerson)(tx.knex, uid, form);
      if (reported === null) return err('notFound');
      const reports = createReportRepository(tx.knex);
      // Told once is told.
      const known = await reports.findOpenOf(uid, { kind: form.kind, target: reported.target });
      if (known !== null) return ok({ reportId: known.key });
      const report: StoredReport = { ...reported, key: randomKey(), reporter: uid, kind: form.kind, reason: form.reason, text: form.text ?? '', state: 'open', createdAt: clock.now(), closedAt: null };
      await reports.insert(report);
      const { key: reportId, kind, reason, text, context } = report;
      const email = await findEmail(tx.knex, uid);
      if (email !== null) await outbox.enqueue(tx, { kind: 'reportReceived', to: email, reportId, reported: kind });
      await outbox.enqueue(tx, { kind: 'reportForwarded', to: supportEmail, reportId, reported: kind, reason, text, context });
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
  export: async (knex, { uid }) => (await createReportRepository(knex).listBy(uid)).map(({ key, kind, target, reason, text, state, createdAt, closedAt }) => ({ key, kind, target, reason, text, state, createdAt, closedAt })),
  erase: (tx, { uid }) => createReportRepository(tx.knex).forget(uid),
};
