/** A cursor taken apart. */
interface Position {
  readonly epoch: string;
  readonly seq: number;
}

const positionOf = (cursor: string): Position => {
  const dot = cursor.lastIndexOf('.');
  return { epoch: cursor.slice(0, dot), seq: Number(cursor.slice(dot + 1)) };
};

/** How a frame's cursor stands to the one that is held. */
export type Relation = 'newer' | 'known' | 'foreign';

/** `known`: what the frame brings is held already; `foreign`: it counts another history. */
export const relationTo = (held: string, frame: string): Relation => {
  const [mine, theirs] = [positionOf(held), positionOf(frame)];
  if (mine.epoch !== theirs.epoch) return 'foreign';
  return theirs.seq > mine.seq ? 'newer' : 'known';
};
