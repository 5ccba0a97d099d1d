/** Everybody's topic is `me` on the wire; in the change log each has his own. */
export const userLogName = (uid: string): string => `user/${uid}`;
