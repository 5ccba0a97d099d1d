import type { ServerFrame } from '@mahlzeit/contract';

/** Answer of an attendee to an invitation. */
type Answer = 'accepted' | 'pending' | 'declined';

/** A meetup as the gateways must know it. People are represented by numbers. */
export interface Meetup {
  readonly key: string;
  readonly owner: number;
  /** Last part of the URL of the meetup's link. */
  readonly token: string;
  readonly answers: Map<number, Answer>;
  /** Chat in which the meetup's card was sent. */
  chatKey: string;
  /** Members of the meetup's own chat; null until a person joins who isn't in the chat where the card was sent. */
  ownChatMembers: Set<number> | null;
}

/** Model of the meetups in one test run: which chats exist, and which person may receive which message. */
export interface Meetups {
  readonly list: readonly Meetup[];
  add(meetup: Meetup): void;
  /** Chats of meetups that a person may read. */
  chatsOf(person: number): readonly string[];
  /** Returns how often the rights of a person have changed so far. */
  changeCount(): number;
  /** Records that a person is about to join: from now on the person may receive messages that were sent before. */
  beginJoin(meetup: Meetup, person: number): void;
  /**
   * Records that a person has joined. `chatKey` is the meetup's chat from then on; `cardChatMembers` are the members of
   * the chat in which the card was sent.
   */
  join(
    meetup: Meetup,
    person: number,
    chat: { readonly chatKey: string; readonly cardChatMembers: readonly number[] },
  ): void;
  /** Records a person's answer. If the host blocks a person, this counts as the person's refusal. */
  answer(meetup: Meetup, person: number, status: 'accepted' | 'declined'): void;
  /** Returns a new text for a message. People who aren't members of the chat now must not receive it. */
  nextText(meetup: Meetup): string;
  /**
   * Must be called when no request is under way: from then on, each frame that reaches a person who isn't a member
   * counts as an error.
   */
  seal(): void;
  /**
   * Returns whether a WebSocket message (frame) may reach a person. `chatKey` is the meetup's chat to which the frame
   * belongs.
   */
  mayReceive(person: number, chatKey: string | null, frame: ServerFrame): boolean;
}

const TEXT_NUMBER = /Treffen #(\d+)#/g;

/** Creates the model of the meetups among this number of people. */
export const createMeetups = (personCount: number): Meetups => {
  const meetups: Meetup[] = [];
  /** For each number in a message's text, the people who must not receive that message. */
  const outsidersByNumber = new Map<number, { readonly chatKey: string; readonly people: Set<number> }>();
  /** Pairs of a person and a chat. No frame of the chat may reach the person. */
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
        // The chat is new, so a person who isn't a member can't have followed it before.
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
