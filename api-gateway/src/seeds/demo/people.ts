import type { AccountDraft } from '../../modules/identity';
import type { ContactsSeed } from '../../modules/contacts';

/** Characters of a connection code (the code by which users find a contact), without characters that look similar. */
const CONNECTION_CODE_CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const connectionCodeOf = (index: number): string =>
  `DEMP${[32 ** 3, 32 ** 2, 32, 1].map((placeValue) => CONNECTION_CODE_CHARACTERS.charAt(Math.floor(index / placeValue) % 32)).join('')}`;

const TRANSLITERATIONS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ı: 'i',
  ł: 'l',
  ø: 'o',
};

/** Converts a name to a part of a URL or uid, for example `Käthe Größl` to `kaethe-groessl`. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[äöüßıłø]/g, (character) => TRANSLITERATIONS[character] ?? character)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z]+/g, '-');

/** Returns the uid of the demo user with that name. */
const uidOf = (name: string): string => `demo-${slugOf(name)}`;

const COLLEAGUE_NAMES = ['Aylin Korkmaz', 'Bente Harms', 'Carlos Medina', 'Deniz Aksoy', 'Elif Sommer'];

const FRIEND_NAMES = [
  'Friederike Brandt',
  'Goran Petrović',
  'Hanne Lührs',
  'Ines Duarte',
  'Jannik Oßwald',
  'Käthe Größl',
];

const NEIGHBOUR_NAMES = ['Lasse Thomsen', 'Mehmet Aydın', 'Nora Wieczorek'];

/** Name of the demo user who blocks the demo user Anna. */
const BLOCKER_NAME = 'Ole Struck';

/** Name of the demo user whom the demo user Anna blocks. */
const BLOCKED_NAME = 'Dieter Dorn';

const STRANGER_NAMES = [
  'Amira Haddad',
  'Björn Callsen',
  'Chiara Fontana',
  'Dörte Jessen',
  'Emil Rademacher',
  'Fatma Yıldız',
  'Gesa Hinrichs',
  'Henry Osei',
  'Imke Tietjen',
  'Jasper Voss',
  'Kirsten Ahlers',
  'Linh Tran',
  'Malte Behn',
  'Nele Frahm',
  'Ömer Çelik',
  'Paula Grünwald',
  'Quirin Maß',
  'Rieke Sievers',
  'Samuel Adeyemi',
  'Tomke Ubben',
  'Ulla Bødker',
  'Veit Jansen',
  'Wiebke Stahl',
  'Xaver Lindner',
  'Yara Benali',
  'Zoë Martens',
  'Annika Ruge',
  'Bastian Kröger',
  'Clara Niemann',
  'Dragan Ilić',
  'Esther Löwe',
  'Finn Asmussen',
];

/** Names of demo users whom the search for people doesn't find. */
const INVISIBLE_NAMES = ['Gisela Stumm', 'Heiner Leise'];

const accountDraftOf = (name: string, index: number): AccountDraft => {
  const [firstName = name, ...lastNames] = name.split(' ');
  return {
    uid: uidOf(name),
    email: `${slugOf(name)}@people.mahlzeit.test`,
    password: null,
    firstName,
    lastName: lastNames.join(' '),
    connectionCode: connectionCodeOf(index),
    isVerified: true,
    isVisible: !INVISIBLE_NAMES.includes(name),
    isDeleted: false,
    tasteKeys: [],
  };
};

/** Users of the demo without a password, so that nobody can log in as one of them. */
export const DEMO_PEOPLE: readonly AccountDraft[] = [
  ...COLLEAGUE_NAMES,
  ...FRIEND_NAMES,
  ...NEIGHBOUR_NAMES,
  BLOCKER_NAME,
  BLOCKED_NAME,
  ...STRANGER_NAMES,
  ...INVISIBLE_NAMES,
].map(accountDraftOf);

const [ANNA_UID, BEN_UID, DANA_UID] = [uidOf('Anna Lindqvist'), uidOf('Ben Okafor'), uidOf('Dana Petersen')];

const uidsOf = (names: readonly string[]): string[] => names.map(uidOf);

/**
 * Contacts and blocks of the demo users. Anna has many contacts. One of them has marked the account for deletion, and
 * another one blocks Anna.
 */
export const DEMO_CONTACTS: ContactsSeed = {
  contacts: [
    {
      owner: ANNA_UID,
      uids: [BEN_UID, DANA_UID, ...uidsOf([...COLLEAGUE_NAMES, ...FRIEND_NAMES, ...NEIGHBOUR_NAMES, BLOCKER_NAME])],
    },
    { owner: BEN_UID, uids: [ANNA_UID, ...uidsOf([...COLLEAGUE_NAMES.slice(0, 3), ...NEIGHBOUR_NAMES])] },
    ...[...COLLEAGUE_NAMES, ...FRIEND_NAMES].map((name) => ({ owner: uidOf(name), uids: [ANNA_UID] })),
  ],
  groups: [
    {
      owner: ANNA_UID,
      group: {
        key: 'demo-kollegen',
        name: 'Kollegen vom Fleet',
        isFavorite: true,
        members: [BEN_UID, ...uidsOf(COLLEAGUE_NAMES)],
      },
    },
    {
      owner: ANNA_UID,
      group: {
        key: 'demo-freitag',
        name: 'Freitagsrunde',
        isFavorite: false,
        members: uidsOf(FRIEND_NAMES.slice(0, 4)),
      },
    },
    {
      owner: ANNA_UID,
      group: {
        key: 'demo-haus',
        name: 'Aus dem Haus',
        isFavorite: false,
        members: [DANA_UID, ...uidsOf(NEIGHBOUR_NAMES)],
      },
    },
    {
      owner: BEN_UID,
      group: {
        key: 'demo-suppe',
        name: 'Suppe um zwölf',
        isFavorite: false,
        members: [ANNA_UID, ...uidsOf(NEIGHBOUR_NAMES.slice(0, 2))],
      },
    },
  ],
  blocks: [
    { uid: ANNA_UID, others: [uidOf(BLOCKED_NAME)] },
    { uid: uidOf(BLOCKER_NAME), others: [ANNA_UID] },
  ],
};
