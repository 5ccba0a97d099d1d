/** One event of a response with server-sent events. A comment has the type `comment`. */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
}

const eventOf = (eventText: string): StreamEvent => {
  const valueOf = (field: string): string | undefined =>
    eventText
      .split('\n')
      .find((line) => line.startsWith(`${field}: `))
      ?.slice(field.length + 2);
  const data = valueOf('data');
  return data === undefined ? { type: 'comment', data: '' } : { type: valueOf('event') ?? 'message', data };
};

/**
 * Creates a parser of server-sent events. It receives the next text of the response and returns the events that are
 * complete with it. It understands the form that the gateway writes: each line ends with `\n`, and an event has one
 * line of data.
 */
export const createEventReader = (): ((text: string) => readonly StreamEvent[]) => {
  let unreadText = '';
  return (text) => {
    const eventTexts = (unreadText + text).split('\n\n');
    unreadText = eventTexts.pop() ?? '';
    return eventTexts.map(eventOf);
  };
};
