import { berlinDay } from '@mahlzeit/contract/rules';
import { stableKey } from '../../modules/discovery';
import type { ChatDraft } from '../../modules/chat';
import { bensInvitationOn } from './invitations';
import { DEMO_SEED_NAME } from './menu';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const ANNA = 'demo-anna-lindqvist';
const BEN = 'demo-ben-okafor';
const AYLIN = 'demo-aylin-korkmaz';
const BENTE = 'demo-bente-harms';
const FRIEDERIKE = 'demo-friederike-brandt';
const MEHMET = 'demo-mehmet-aydin';

/** Past conversations of Anna and Ben, the oldest first. Anna writes the first line of each, then they take turns. */
const LUNCH_CONVERSATIONS: readonly (readonly string[])[] = [
  [
    'Moin Ben, schon Hunger?',
    'Seit zehn',
    'Kantine oder raus?',
    'Raus, es scheint die Sonne',
    'Um halb eins unten?',
    'Passt',
    'Ich bringe Bargeld mit',
    'Ich zahle mit Karte',
  ],
  [
    'Heute nur eine halbe Stunde',
    'Dann der Vietnamese',
    'Der mit den Sommerrollen?',
    'Genau der',
    'Bestellst du vor?',
    'Schon passiert',
    'Du bist der Beste',
    'Sag das meiner Chefin',
  ],
  [
    'Ich bin heute im Homeoffice',
    'Schade, Freitag dann?',
    'Freitag gern',
    'Suppe oder Pizza?',
    'Pizza',
    'Dann ins Forno Nord',
    'Reservierst du?',
    'Mach ich',
  ],
  [
    'Wo bleibst du?',
    'Sitze noch im Termin',
    'Soll ich dir was bestellen?',
    'Margherita bitte',
    'Mit Büffelmozzarella?',
    'Unbedingt',
    'Steht auf dem Tisch',
    'Zwei Minuten',
  ],
  [
    'Danke für gestern',
    'Immer gern',
    'Das nächste Mal bin ich dran',
    'Schreib ich mir auf',
    'Magst du Linsen?',
    'Kommt drauf an',
    'Beim Türken am Eck gibt es Linsensuppe',
    'Dann ja',
  ],
  [
    'Regnet es bei dir auch?',
    'In Strömen',
    'Liefern lassen?',
    'Ich habe noch Brot',
    'Klingt traurig',
    'Mit gutem Käse',
    'Na dann',
    'Morgen wieder richtig',
  ],
  [
    'Um eins am Fleet?',
    'Lieber Viertel vor',
    'Gut, Viertel vor',
    'Kommt Aylin mit?',
    'Die ist in Kiel',
    'Dann nur wir zwei',
    'Ich hab dir viel zu erzählen',
    'Gute Sachen?',
  ],
  [
    'Nur gute',
    'Dann bring Zeit mit',
    'Bis zwei hab ich',
    'Perfekt',
    'Bin auf der Brücke',
    'Ich sehe dich',
    'Winkst du?',
    'Mit beiden Händen',
  ],
];

const TEAM_MESSAGES: readonly (readonly [author: string, text: string])[] = [
  [AYLIN, 'Wer ist morgen im Büro?'],
  [BEN, 'Ich'],
  [ANNA, 'Ich auch, ab neun'],
  [BENTE, 'Bei mir wird es später'],
  [AYLIN, 'Dann zusammen Mittag?'],
  [ANNA, 'Gern, wohin?'],
  [BENTE, 'Hauptsache vegetarisch'],
  [BEN, 'Beim Inder gibt es Thali'],
  [AYLIN, 'Thali klingt gut'],
  [ANNA, 'Dann bin ich dabei'],
  [BENTE, 'Ich komme direkt dorthin'],
  [AYLIN, 'Halb eins?'],
];

/** Builds the messages of one conversation. The lines are two minutes apart; the last one is sent at `endedAt`. */
const buildConversation = (
  lines: readonly Omit<ChatDraft['messages'][number], 'sentAt'>[],
  endedAt: number,
): ChatDraft['messages'] =>
  lines.map((line, index) => ({ ...line, sentAt: endedAt - (lines.length - 1 - index) * 2 * MINUTE_MS }));

const lunchMessages = (now: number): ChatDraft['messages'] =>
  LUNCH_CONVERSATIONS.flatMap((lines, index) =>
    buildConversation(
      lines.map((text, lineIndex) => ({ author: lineIndex % 2 === 0 ? ANNA : BEN, content: text })),
      now - (LUNCH_CONVERSATIONS.length - index) * DAY_MS,
    ),
  );

/**
 * Returns the demo's chats: a long one, one of four people, and one with a shared place. Some of them have unread
 * messages.
 */
export const demoChats = (now: number): readonly ChatDraft[] => {
  const invitation = {
    author: BEN,
    sentAt: now - 20 * MINUTE_MS,
    content: { contentKind: 'invitation', contentId: bensInvitationOn(berlinDay(now)) },
  } as const;
  const benMessages = [
    ...lunchMessages(now),
    invitation,
    ...buildConversation(
      [
        { author: BEN, content: 'Moin Anna' },
        { author: BEN, content: 'Heute Mittag ins Forno Nord?' },
      ],
      now - 12 * MINUTE_MS,
    ),
  ];
  return [
    {
      key: 'demo-chat-ben',
      uids: [ANNA, BEN],
      createdAt: now - 9 * DAY_MS,
      messages: benMessages,
      read: { [ANNA]: benMessages.length - 2, [BEN]: benMessages.length },
    },
    {
      key: 'demo-chat-team',
      uids: [ANNA, BEN, AYLIN, BENTE],
      createdAt: now - 3 * DAY_MS,
      messages: buildConversation(
        TEAM_MESSAGES.map(([author, text]) => ({ author, content: text })),
        now - 50 * MINUTE_MS,
      ),
      read: { [ANNA]: TEAM_MESSAGES.length - 2, [BEN]: TEAM_MESSAGES.length },
    },
    {
      key: 'demo-chat-friederike',
      uids: [ANNA, FRIEDERIKE],
      createdAt: now - 2 * DAY_MS,
      messages: buildConversation(
        [
          { author: FRIEDERIKE, content: 'Du kennst doch gute Pizza?' },
          { author: ANNA, content: { contentKind: 'restaurant', contentId: stableKey(DEMO_SEED_NAME, 'forno-nord') } },
          { author: ANNA, content: 'Die hier, direkt aus dem Steinofen' },
          { author: FRIEDERIKE, content: 'Danke, da gehen wir hin!' },
        ],
        now - DAY_MS,
      ),
      read: { [ANNA]: 4, [FRIEDERIKE]: 4 },
    },
    {
      key: 'demo-chat-mehmet',
      uids: [ANNA, MEHMET],
      createdAt: now - 20 * DAY_MS,
      messages: buildConversation(
        [
          { author: MEHMET, content: 'Dein Paket liegt bei mir' },
          { author: ANNA, content: 'Danke, ich hole es heute Abend' },
        ],
        now - 20 * DAY_MS + 60 * MINUTE_MS,
      ),
      read: { [ANNA]: 2, [MEHMET]: 2 },
    },
  ];
};
