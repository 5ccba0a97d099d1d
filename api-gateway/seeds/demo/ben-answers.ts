import { createSeededVoice } from '../../src/modules/chat';
import type { UnansweredMessage } from '../../src/modules/chat';
import { createSeededGuest } from '../../src/modules/invitations';
import type { Clock, Database, Worker } from '../../src/platform';
import { oneOf } from '../seeded-random';

const BEN = 'demo-ben-okafor';

const EVERY_MS = 2000;

/** Nobody answers while the other still lifts their finger. */
export const ANSWER_AFTER_MS = 2000;

/** What is older than this came while nobody was here to answer. */
export const ANSWER_WITHIN_MS = 10 * 60_000;

/** In one chat. */
export const MAX_ANSWERS_A_MINUTE = 6;

const RULES: readonly (readonly [about: RegExp, answers: readonly [string, ...string[]]])[] = [
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

const OTHERWISE = ['Klingt gut', 'Verstehe', 'Erzähl mir mehr beim Mittag', 'Da bin ich dabei'] as const;

const SHARED = [
  'Sieht gut aus, da bin ich dabei',
  'Kenne ich noch nicht, probieren wir!',
  'Oh ja, da wollte ich schon lange hin',
] as const;

/** What Ben says to a message: the same to the same one. */
export const answerTo = ({
  key,
  content,
  contentKind,
}: Pick<UnansweredMessage, 'key' | 'content' | 'contentKind'>): string => {
  if (contentKind !== null) return oneOf(SHARED, key);
  const rule = RULES.find(([about]) => about.test(content));
  return oneOf(rule === undefined ? OTHERWISE : rule[1], key);
};

/** What Ben answers with. */
interface BenDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Accepts an invitation in somebody's name. */
  readonly acceptInvitation: (uid: string, key: string) => Promise<unknown>;
}

/**
 * Ben of the demo answers whoever writes to them and comes along to whatever they are invited to, so that one person
 * alone sees a chat come alive and has a meetup to order for; never their own messages, nothing while somebody reads
 * and writes under their name, and only so much a minute.
 */
export const createBenAnswers = ({ database, clock, acceptInvitation }: BenDeps): Worker => {
  const [voice, guest] = [
    createSeededVoice({ database, clock, uid: BEN }),
    createSeededGuest({ database, clock, uid: BEN }),
  ];
  return {
    name: 'seed-ben-answers',
    everyMs: EVERY_MS,
    async run() {
      const now = clock.now();
      const span = { from: now - ANSWER_WITHIN_MS, until: now - ANSWER_AFTER_MS };
      // First: whoever has answered the message has read the card.
      for (const key of await guest.findPending(span)) await acceptInvitation(BEN, key);
      const unanswered = await voice.findUnanswered(span);
      for (const message of unanswered)
        if (message.answeredLately < MAX_ANSWERS_A_MINUTE) await voice.answer(message, answerTo(message));
    },
  };
};
