/** A text that one of the browser's storages keeps under a key. */
export interface KeptText {
  /** null where nothing is kept. */
  read(): string | null;
  write(text: string): void;
}

// Reading the storage itself throws where the browser blocks it; then nothing is kept.
const tried = <T>(action: () => T): T | null => {
  try {
    return action();
  } catch {
    return null;
  }
};

/** Keeps a text, as far as the browser lets us. */
export const keptText = (storage: () => Storage, key: string): KeptText => ({
  read: () => tried(() => storage().getItem(key)),
  write: (text) => void tried(() => storage().setItem(key, text)),
});

/** Whether what was kept has fields to look at; what they hold is for the reader to judge. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;
