import type { ServerFrame } from '@mahlzeit/contract';

/** Answer of an attendee. */
type Answer = 'accepted' | 'pending' | 'declined';

/** A meetup as the gateways must know it. People are numbers. */
export interface Meetup {
  readonly key: string;
  readonly owner: number;
  /** Last part of the URL of the meetup's link. */
  readonly token: string;
  readonly answers: Map<number, Answer>;
  /** Chat with the meetup's card. */
  chatKey: string;
  /** Members of the meetup's own chat; null until somebody joins who isn't in the chat with the card. */
  ownChatMembers: Set<number> | null;
}

/** Meetups of a run, and what their chats may tell whom. */
export interface Meetups {
  readonly list: readonly Meetup[];
  add(meetup: Meetup): void;
  /** Chats of meetups that a person may read. */
  chatsOf(person: number): readonly string[];
  /** Number of changes of rights so far. */
  changeCount(): number;
  /** A person is about to join: from now on they may receive what was written without them. */
  beginJoin(meetup: Meetup, person: number): void;
  /** A person has joined. `chatKey` is the meetup's chat then, `cardChatMembers` those of the chat with the card. */
  join(
    meetup: Meetup,
    person: number,
    chat: { readonly chatKey: string; readonly cardChatMembers: readonly number[] },
  ): void;
  /** A person has answered. The owner who blocks a person has declined for them. */
  answer(meetup: Meetup, person: number, status: 'accepted' | 'declined'): void;
  /** Returns a new text for a message. The people who aren't members at present must not receive it. */
  nextText(meetup: Meetup): string;
  /** Must be called when no request is open any more: from then on a frame that reaches a non-member is an error. */
  seal(): void;
  /** Returns whether a frame may reach a person. `chatKey` is that of a frame of a meetup's own chat. */
  mayReceive(person: number, chatKey: string | null, frame: ServerFrame): boolean;
}

const TEXT_NUMBER = /Treffen #(\d+)#/g;

/** Creates the model of the meetups between so many people. */
export const createMeetups = (personCount: number): Meetups => {
  const meetups: Meetup[] = [];
  /** People who must not receive a message, by the number in its text. */
  const outsidersByNumber = new Map<number, { readonly chatKey: string; readonly people: Set<number> }>();
  /** Pairs of a person and a chat of which no frame may reach the person. */
  const sealedPairs = new Set<string>();
  let [messageCount, changeCount] = [0, 0];

  const outsidersOf = ({ ownChatMembers }: Meetup): readonly number[] =>
    ownChatMembers === null
      ? []
      : Array.from({ length: personCount }, (_, person) => person).filter((person) => !ownChatMembers.has(person));
  const sealMeetup = (meetup: Meetup): void => {
    for (const person of outsidersOf(meetup)) sealedPairs.add(`${person} ${meetup.chatKey}`);
  };

  return {
    list: meetups,
    add: (meetup) => void meetups.push(meetup),
    chatsOf: (person) =>
      meetups.flatMap(({ chatKey, ownChatMembers }) => (ownChatMembers?.has(person) === true ? [chatKey] : [])),
    changeCount: () => changeCount,
    beginJoin({ chatKey }, person) {
      changeCount += 1;
      sealedPairs.delete(`${person} ${chatKey}`);
      for (const outsiders of outsidersByNumber.values())
        if (outsiders.chatKey === chatKey) outsiders.people.delete(person);
    },
    join(meetup, person, { chatKey, cardChatMembers }) {
      const isNew = meetup.answers.get(person) !== 'accepted';
      meetup.answers.set(person, 'accepted');
      if (!isNew) return;
      if (meetup.ownChatMembers !== null) meetup.ownChatMembers.add(person);
      else if (!cardChatMembers.includes(person)) {
        const takingPart = [...meetup.answers].filter(([, answer]) => answer !== 'declined').map(([uid]) => uid);
        meetup.ownChatMembers = new Set(takingPart);
        meetup.chatKey = chatKey;
        // Nobody who isn't a member of the new chat has ever followed it.
        sealMeetup(meetup);
      }
    },
    answer({ answers, ownChatMembers }, person, status) {
      changeCount += 1;
      answers.set(person, status);
      if (status === 'declined') ownChatMembers?.delete(person);
    },
    nextText(meetup) {
      messageCount += 1;
      outsidersByNumber.set(messageCount, { chatKey: meetup.chatKey, people: new Set(outsidersOf(meetup)) });
      return `Treffen #${messageCount}#`;
    },
    seal: () => meetups.forEach(sealMeetup),
    mayReceive(person, chatKey, frame) {
      if (chatKey !== null && sealedPairs.has(`${person} ${chatKey}`)) return false;
      return [...JSON.stringify(frame).matchAll(TEXT_NUMBER)].every(
        ([, number]) => outsidersByNumber.get(Number(number))?.people.has(person) !== true,
      );
    },
  };
};
