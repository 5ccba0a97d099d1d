import { createSeededResponder } from '../../modules/chat';
import type { UnansweredMessage } from '../../modules/chat';
import { createSeededGuest } from '../../modules/invitations';
import type { Clock, Database, Worker } from '../../platform';
import { pickOne } from '../seeded-random';

const BEN_UID = 'demo-ben-okafor';

const POLL_INTERVAL_MS = 2000;

/** Number of milliseconds after which the demo user Ben answers a chat message. */
export const ANSWER_AFTER_MS = 2000;

/**
 * Age in milliseconds above which a chat message to the demo user Ben isn't answered, because no gateway was running
 * when it arrived.
 */
export const ANSWER_WITHIN_MS = 10 * 60_000;

/** Maximum number of answers of the demo user Ben in one chat within a minute. */
export const MAX_ANSWERS_PER_MINUTE = 6;

const ANSWER_RULES: readonly (readonly [about: RegExp, answers: readonly [string, ...string[]]])[] = [
  [/\b(danke|dankeschön)\b/i, ['Gern!', 'Immer gern', 'Nichts zu danken']],
  [
    /\b(leider|schaffe? (ich )?(es )?nicht|keine zeit|absagen|krank)\b/i,
    ['Schade, dann morgen?', 'Kein Problem, ein andermal', 'Alles gut, ruh dich aus'],
  ],
  [
    /\b(wann|uhr|um (zwölf|eins|halb)|zeit)\b/i,
    ['Halb eins passt mir gut', 'Um zwölf ist es leerer', 'Viertel vor eins?'],
  ],
  [
    /\b(wo|wohin|treffen|treffpunkt)\b/i,
    ['Treffen wir uns unten?', 'Am Fleet, wie immer?', 'Such du was aus, ich komme mit'],
  ],
  [
    /\b(pizza|suppe|burger|sushi|curry|salat|döner|pasta|nudeln|thali)\b/i,
    ['Da sage ich nicht nein', 'Darauf habe ich auch Lust', 'Gute Wahl'],
  ],
  [
    /\b(hunger|mittag|essen|lunch|kantine)\b/i,
    ['Ich könnte schon was vertragen', 'Hunger habe ich immer', 'Gern, was gibt es heute?'],
  ],
  [/\b(hallo|moin|hi|hey|guten (morgen|tag)|na)\b/i, ['Moin! Schon Hunger?', 'Hey, wie läuft es?', 'Moin moin']],
  [/\b(tschüss|bis (gleich|dann|später|morgen)|ciao)\b/i, ['Bis dann!', 'Bis gleich', 'Mach es gut']],
  [/\b(ja|gern|gerne|klar|ok|okay|passt|super|perfekt)\b/i, ['Super', 'Dann ist das abgemacht', 'Freu mich']],
  [/\?\s*$/, ['Gute Frage. Was meinst du?', 'Ich denke schon', 'Entscheide du']],
];

const DEFAULT_ANSWERS = ['Klingt gut', 'Verstehe', 'Erzähl mir mehr beim Mittag', 'Da bin ich dabei'] as const;

const SHARED_PLACE_ANSWERS = [
  'Sieht gut aus, da bin ich dabei',
  'Kenne ich noch nicht, probieren wir!',
  'Oh ja, da wollte ich schon lange hin',
] as const;

/** Returns the demo user Ben's answer to a chat message. The same message always gets the same answer. */
export const chooseAnswerTo = ({
  key,
  content,
  contentKind,
}: Pick<UnansweredMessage, 'key' | 'content' | 'contentKind'>): string => {
  if (contentKind !== null) return pickOne(SHARED_PLACE_ANSWERS, key);
  const answerRule = ANSWER_RULES.find(([rulePattern]) => rulePattern.test(content));
  return pickOne(answerRule === undefined ? DEFAULT_ANSWERS : answerRule[1], key);
};

interface BenAnswersDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Accepts an invitation on behalf of a user. */
  readonly acceptInvitation: (uid: string, key: string) => Promise<unknown>;
}

/**
 * Creates the worker that answers messages to the demo user Ben and accepts invitations for Ben. A person who tries the
 * demo alone thereby sees a chat with answers and has a meetup to order for. The worker ignores Ben's own messages,
 * answers only a few messages a minute, and does nothing while somebody is logged in as Ben.
 */
export const createBenAnswers = ({ database, clock, acceptInvitation }: BenAnswersDeps): Worker => {
  const [benResponder, benGuest] = [
    createSeededResponder({ database, clock, uid: BEN_UID }),
    createSeededGuest({ database, clock, uid: BEN_UID }),
  ];
  return {
    name: 'seed-ben-answers',
    everyMs: POLL_INTERVAL_MS,
    async run() {
      const now = clock.now();
      const answerSpan = { from: now - ANSWER_WITHIN_MS, until: now - ANSWER_AFTER_MS };
      // Invitations are accepted before messages are answered, because an answer marks the message and the card of the
      // invitation as read.
      for (const key of await benGuest.findPending(answerSpan)) await acceptInvitation(BEN_UID, key);
      const unansweredMessages = await benResponder.findUnanswered(answerSpan);
      for (const unansweredMessage of unansweredMessages)
        if (unansweredMessage.recentAnswerCount < MAX_ANSWERS_PER_MINUTE)
          await benResponder.answer(unansweredMessage, chooseAnswerTo(unansweredMessage));
    },
  };
};
