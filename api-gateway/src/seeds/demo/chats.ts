import { berlinDay } from '@mahlzeit/contract/rules';
import { stableKey } from '../../modules/discovery';
import type { ChatDraft } from '../../modules/chat';
import { bensInvitationOn } from './invitations';
import { DEMO_SEED_NAME } from './menu';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const ANNA_UID = 'demo-anna-lindqvist';
const BEN_UID = 'demo-ben-okafor';
const AYLIN_UID = 'demo-aylin-korkmaz';
const BENTE_UID = 'demo-bente-harms';
const FRIEDERIKE_UID = 'demo-friederike-brandt';
const MEHMET_UID = 'demo-mehmet-aydin';

/**
 * Past chats of the demo users Anna and Ben, the oldest first. Anna writes the first line of each chat, then they take
 * turns.
 */
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
  [AYLIN_UID, 'Wer ist morgen im Büro?'],
  [BEN_UID, 'Ich'],
  [ANNA_UID, 'Ich auch, ab neun'],
  [BENTE_UID, 'Bei mir wird es später'],
  [AYLIN_UID, 'Dann zusammen Mittag?'],
  [ANNA_UID, 'Gern, wohin?'],
  [BENTE_UID, 'Hauptsache vegetarisch'],
  [BEN_UID, 'Beim Inder gibt es Thali'],
  [AYLIN_UID, 'Thali klingt gut'],
  [ANNA_UID, 'Dann bin ich dabei'],
  [BENTE_UID, 'Ich komme direkt dorthin'],
  [AYLIN_UID, 'Halb eins?'],
];

/** Builds the messages of one chat. The lines are two minutes apart; the last one is sent at `endedAt`. */
const buildConversation = (
  messageLines: readonly Omit<ChatDraft['messages'][number], 'sentAt'>[],
  endedAt: number,
): ChatDraft['messages'] =>
  messageLines.map((messageLine, index) => ({
    ...messageLine,
    sentAt: endedAt - (messageLines.length - 1 - index) * 2 * MINUTE_MS,
  }));

const lunchMessages = (now: number): ChatDraft['messages'] =>
  LUNCH_CONVERSATIONS.flatMap((lines, index) =>
    buildConversation(
      lines.map((text, lineIndex) => ({ author: lineIndex % 2 === 0 ? ANNA_UID : BEN_UID, content: text })),
      now - (LUNCH_CONVERSATIONS.length - index) * DAY_MS,
    ),
  );

/**
 * Returns the chats of the demo: a long chat, one of four people, and one with a shared restaurant. Some of them have
 * unread messages.
 */
export const demoChats = (now: number): readonly ChatDraft[] => {
  const invitation = {
    author: BEN_UID,
    sentAt: now - 20 * MINUTE_MS,
    content: { contentKind: 'invitation', contentId: bensInvitationOn(berlinDay(now)) },
  } as const;
  const messagesWithBen = [
    ...lunchMessages(now),
    invitation,
    ...buildConversation(
      [
        { author: BEN_UID, content: 'Moin Anna' },
        { author: BEN_UID, content: 'Heute Mittag ins Forno Nord?' },
      ],
      now - 12 * MINUTE_MS,
    ),
  ];
  return [
    {
      key: 'demo-chat-ben',
      uids: [ANNA_UID, BEN_UID],
      createdAt: now - 9 * DAY_MS,
      messages: messagesWithBen,
      read: { [ANNA_UID]: messagesWithBen.length - 2, [BEN_UID]: messagesWithBen.length },
    },
    {
      key: 'demo-chat-team',
      uids: [ANNA_UID, BEN_UID, AYLIN_UID, BENTE_UID],
      createdAt: now - 3 * DAY_MS,
      messages: buildConversation(
        TEAM_MESSAGES.map(([authorUid, text]) => ({ author: authorUid, content: text })),
        now - 50 * MINUTE_MS,
      ),
      read: { [ANNA_UID]: TEAM_MESSAGES.length - 2, [BEN_UID]: TEAM_MESSAGES.length },
    },
    {
      key: 'demo-chat-friederike',
      uids: [ANNA_UID, FRIEDERIKE_UID],
      createdAt: now - 2 * DAY_MS,
      messages: buildConversation(
        [
          { author: FRIEDERIKE_UID, content: 'Du kennst doch gute Pizza?' },
          {
            author: ANNA_UID,
            content: { contentKind: 'restaurant', contentId: stableKey(DEMO_SEED_NAME, 'forno-nord') },
          },
          { author: ANNA_UID, content: 'Die hier, direkt aus dem Steinofen' },
          { author: FRIEDERIKE_UID, content: 'Danke, da gehen wir hin!' },
        ],
        now - DAY_MS,
      ),
      read: { [ANNA_UID]: 4, [FRIEDERIKE_UID]: 4 },
    },
    {
      key: 'demo-chat-mehmet',
      uids: [ANNA_UID, MEHMET_UID],
      createdAt: now - 20 * DAY_MS,
      messages: buildConversation(
        [
          { author: MEHMET_UID, content: 'Dein Paket liegt bei mir' },
          { author: ANNA_UID, content: 'Danke, ich hole es heute Abend' },
        ],
        now - 20 * DAY_MS + 60 * MINUTE_MS,
      ),
      read: { [ANNA_UID]: 2, [MEHMET_UID]: 2 },
    },
  ];
};
